import { useSyncExternalStore, type ReactNode } from 'react';
import { newPhone, noHold, type Phone, type PhoneCall } from '#core/phone/phone.ts';
import type { AgentNow } from '#features/agent-status/contract.ts';
import type { CallRecord } from '#features/call-records/contract.ts';
import type { LiveCall } from '#features/calls/contract.ts';
import { PhoneDeskContext, type PhoneDesk, type PhoneView } from '#features/softphone/web/index.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { AgentType } from '#shared/codes/agent-type.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { toWire } from '#platform/web/zone.ts';

/** Believable things to show on the workbench, and a desk that only writes down what was pressed. */
export const aCall = (some: Partial<PhoneCall> = {}): PhoneCall => ({
  session: 's-1', at: 'incoming', direction: 'inbound', callId: 'now', number: '525555501477', countryCode: '52', customerName: null, groupName: 'Sales', fromTask: false, heard: 'nothing', isResumed: false,
  sinceMs: null, limitEndsMs: null, hold: noHold, heldByThem: false, muted: false, keys: { waiting: '', busy: false }, monitor: null, declined: false, toldLimit: false,
  ...some,
});

export const aTalk = (some: Partial<PhoneCall> = {}): PhoneCall => aCall({ at: 'talking', sinceMs: Date.now() - 83_000, customerName: 'Emilio Cárdenas', ...some });

export const aLiveCall = (some: Partial<LiveCall> = {}): LiveCall => ({
  callId: 'now', direction: 'inbound', state: 'talking', role: 'agent', customerNumber: '525555501477', customerCountry: 'MX', ourNumber: '525550000101', groupId: 3, startedMs: Date.now() - 90_000, answeredMs: Date.now() - 83_000,
  held: null, holdSinceMs: null, holdEndsMs: null, callEndsMs: null, transfer: null, surveyArmed: false, monitorMode: null, phoneAway: false,
  ...some,
});

export const anAgent = (some: Partial<AgentNow> = {}): AgentNow => ({
  userId: 7, name: 'Ana', sipNumber: '8001', status: AgentStatus.available, since: '2026-11-15 09:00:00', nextStatus: null, modifiedBy: null, reason: null, call: null, wrapUp: null, monitoring: false, connected: true, registered: true,
  whyNotRoutable: null, eventId: 1,
  ...some,
});

/** Work after the call `now` that has this many seconds left. */
export const aWrapUp = (leftSec: number) => ({ callId: 'now', startTime: toWire(new Date(Date.now() - 10_000)), endTime: toWire(new Date(Date.now() + leftSec * 1_000)) });

export const aRecord = (some: Partial<CallRecord> = {}): CallRecord => ({
  callId: 'before', direction: 'inbound', number: '525555501477', displayNumber: '525555501477', callingNumber: '525550000101', caller: '525555501477', displayCaller: '525555501477', callee: '525550000101', displayCallee: '525550000101',
  clientSipFrom: '8001', displayClientSipFrom: '8001', country: 'MX', callerIso2: 'MX', calleeIso2: 'MX', hasEncrypt: false, status: CallOutcome.talked, statusName: 'Talked', callIcon: 'in',
  startTime: '2026-11-14 16:20:00', answerTime: '2026-11-14 16:20:12', endTime: '2026-11-14 16:24:40', duration: 280, callDuration: 268, ringSec: 5, queueSec: 7, holdSec: 0, mos: 4.3, aiOrcc: 'cc', taskName: '', customerId: null, customerName: 'Emilio Cárdenas',
  remark: '', userId: 8, userName: 'Budi', groupId: 3, groupName: 'Sales', routerId: null, didNumberId: null, canCallback: true, postCallBack: false, hasRecording: false,
  ...some,
});

const readyPhone = (call: PhoneCall | null): Phone => ({
  ...newPhone(),
  account: { is: 'given', sipNum: '8001', domain: 'openseat.test', agentType: AgentType.inAndOut, ccAgent: '8001', ccToken: 'token' },
  link: { at: 'ready', attempt: 0, wasReady: true, told: false, turn: 1 },
  call,
});

export interface FakeDesk extends PhoneDesk {
  pressed: string[];
  show(part: Partial<PhoneView> & { call?: PhoneCall | null }): void;
}

export function fakeDesk(first: Partial<PhoneView> & { call?: PhoneCall | null } = {}): FakeDesk {
  const watchers = new Set<() => void>();
  const pressed: string[] = [];
  const nothingSounds = { list: [], chosen: null, used: null };
  const viewOf = ({ call, ...part }: Partial<PhoneView> & { call?: PhoneCall | null }, before: PhoneView): PhoneView => ({ ...before, ...(call === undefined ? {} : { phone: readyPhone(call) }), ...part });
  let view = viewOf(first, {
    phone: readyPhone(null), agent: anAgent(), isLinked: true, calls: [], quality: null, isOwner: true, clockOffsetMs: 0,
    sound: { permission: 'granted', devices: { microphone: nothingSounds, speaker: nothingSounds, ringer: nothingSounds }, volumes: { play: 100, call: 100 }, needsGesture: false },
  });
  return {
    pressed,
    view: () => view,
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    show(part) {
      view = viewOf(part, view);
      for (const tell of watchers) tell();
    },
    press: (event) => void pressed.push(event.type === 'dialPressed' ? `dial ${event.order.number} ${event.order.callbackCallId ?? ''}`.trim() : event.type),
    chooseStatus: (status) => void pressed.push(`status ${status}`),
    endWrapUp: () => void pressed.push('endWrapUp'),
    extendWrapUp: (seconds) => void pressed.push(`extendWrapUp ${seconds}`),
    takeOver: () => void pressed.push('takeOver'),
    sound: {} as PhoneDesk['sound'],
  };
}

export function AtDesk({ desk, children }: { desk: PhoneDesk; children: ReactNode }) {
  useSyncExternalStore(desk.watch, desk.view);
  return <PhoneDeskContext value={desk}>{children}</PhoneDeskContext>;
}
