import { newPhone, noHold, type Phone, type PhoneCall } from '#core/phone/phone.ts';
import type { NoticePermission, PhoneNotice, PhoneSound } from '#core/phone/phone-sound.port.ts';
import type { AgentNow } from '#features/team/agent-status/contract.ts';
import type { LiveCall } from '#features/voice/calls/contract.ts';
import { createEmitter } from '#platform/web/emitter.ts';
import { createStore } from '#platform/web/store.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { AgentType } from '#shared/codes/agent-type.ts';
import type { PhoneDesk, PhoneView } from './desk/phone-desk.ts';

/** An agent who waits for calls; give what matters to the test. */
export const anAgentNow = (some: Partial<AgentNow> = {}): AgentNow => ({
  userId: 7,
  name: 'Ana',
  sipNumber: '1000007',
  status: AgentStatus.available,
  since: '2026-11-15 10:00:00',
  nextStatus: null,
  modifiedBy: null,
  reason: null,
  call: null,
  wrapUp: null,
  monitoring: false,
  connected: true,
  registered: true,
  whyNotRoutable: null,
  eventId: 1,
  ...some,
});

/** A phone that is registered and has no call. */
export const aReadyPhone = (some: Partial<Phone> = {}): Phone => ({
  ...newPhone(),
  account: {
    is: 'given',
    sipNum: '1000007',
    domain: 'openseat.example',
    agentType: AgentType.inAndOut,
    ccAgent: '7',
    ccToken: 'token',
  },
  link: { at: 'ready', attempt: 0, wasReady: true, told: false, turn: 1 },
  ...some,
});

/** A customer who calls in. */
export const aPhoneCall = (some: Partial<PhoneCall> = {}): PhoneCall => ({
  session: 'in-1',
  at: 'incoming',
  direction: 'inbound',
  callId: 'call-1',
  number: '525512345678',
  countryCode: '52',
  customerName: null,
  groupName: 'Sales',
  fromTask: false,
  heard: 'nothing',
  isResumed: false,
  sinceMs: null,
  limitEndsMs: null,
  hold: noHold,
  heldByThem: false,
  muted: false,
  keys: { waiting: '', busy: false },
  monitor: null,
  declined: false,
  toldLimit: false,
  ...some,
});

/** The same call as the server has it. */
export const aLiveCall = (some: Partial<LiveCall> = {}): LiveCall => ({
  callId: 'call-1',
  direction: 'inbound',
  state: 'talking',
  role: 'agent',
  customerNumber: '525512345678',
  customerCountry: 'MX',
  ourNumber: '525550000101',
  taskName: null,
  groupId: 3,
  startedMs: 0,
  answeredMs: null,
  held: null,
  holdSinceMs: null,
  holdEndsMs: null,
  callEndsMs: null,
  transfer: null,
  failedTransfer: null,
  surveyArmed: false,
  monitorMode: null,
  monitoredBy: [],
  attestation: null,
  divertedFrom: null,
  divertedBecause: null,
  phoneAway: false,
  fromChat: false,
  handed: null,
  hadBy: [],
  formerCallId: null,
  ...some,
});

const noDevice = { list: [], chosen: null, used: null };

export const aPhoneView = (some: Partial<PhoneView> = {}): PhoneView => ({
  phone: aReadyPhone(),
  agent: anAgentNow(),
  isLinked: true,
  calls: [],
  quality: null,
  isOwner: true,
  seatAhead: null,
  clockOffsetMs: 0,
  sound: {
    permission: 'granted',
    devices: { microphone: noDevice, speaker: noDevice, ringer: noDevice },
    volumes: { play: 100, call: 100, ring: 100 },
    needsGesture: false,
    isAsked: false,
  },
  ...some,
});

export interface FakeNotice extends PhoneNotice {
  is: NoticePermission;
  become(is: NoticePermission): void;
}

export interface FakeDesk extends PhoneDesk {
  notice: FakeNotice;
  show(part: Partial<PhoneView>): void;
  /** What screens asked for, in order. */
  readonly asked: unknown[][];
}

/** A desk that shows what a test says and keeps what it is asked for. */
export function fakeDesk(view: Partial<PhoneView> = {}): FakeDesk {
  const now = createStore(aPhoneView(view));
  const asked: unknown[][] = [];
  const ask =
    (name: string) =>
    (...values: unknown[]) =>
      void asked.push([name, ...values]);
  const sound: PhoneSound = {
    devices: () => now.get().sound.devices,
    choose: ask('choose'),
    volumes: () => now.get().sound.volumes,
    setVolume(which, volume) {
      asked.push(['setVolume', which, volume]);
      const { sound: before } = now.get();
      desk.show({ sound: { ...before, volumes: { ...before.volumes, [which]: volume } } });
    },
    permission: async () => now.get().sound.permission,
    async askPermission() {
      asked.push(['askPermission']);
      return now.get().sound.permission;
    },
    needsGesture: () => now.get().sound.needsGesture,
    async enable() {
      asked.push(['enable']);
    },
    watchLevel: () => () => {},
    onEvent: () => () => {},
  };
  const permissions = createEmitter();
  const notice: FakeNotice = {
    is: 'granted',
    permission: () => notice.is,
    become(is) {
      notice.is = is;
      permissions.emit();
    },
    async ask() {
      asked.push(['ask']);
      return notice.is === 'granted';
    },
    onChange: permissions.subscribe,
    show: ask('notice'),
    clear: () => {},
  };
  const desk: FakeDesk = {
    asked,
    sound,
    view: now.get,
    watch: now.subscribe,
    show: (part) => now.update((before) => ({ ...before, ...part })),
    notice,
    tryOut(what) {
      asked.push(['tryOut', what]);
      return ask('tryOut ended');
    },
    openSettings: ask('openSettings'),
    answerSound: ask('answerSound'),
    press: ask('press'),
    chooseStatus: ask('chooseStatus'),
    endWrapUp: ask('endWrapUp'),
    extendWrapUp: ask('extendWrapUp'),
    takeOver: ask('takeOver'),
    givePassword: ask('givePassword'),
    chooseConnection: ask('chooseConnection'),
  };
  return desk;
}
