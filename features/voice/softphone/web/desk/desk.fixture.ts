import { vi } from 'vitest';
import { openTabs, type TabsSource } from '#adapters/browser/tabs/open-tabs.ts';
import type { LineAccount, LineEvent, LineLook, PhoneLine } from '#core/phone/phone-line.port.ts';
import type {
  MicrophonePermission,
  PhoneSound,
  SoundDevices,
  SoundEvent,
  Volumes,
} from '#core/phone/phone-sound.port.ts';
import { agentSocket, agentStatusApi, type AgentNow } from '#features/team/agent-status/contract.ts';
import { agentsApi, type SipInfo, type PhoneUserInfo } from '#features/team/agents/contract.ts';
import { callsApi, type LiveCall } from '#features/voice/calls/contract.ts';
import { ensureTexts } from '#platform/web/i18n.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { pageTimer } from '#platform/web/timer.ts';
import { presentToasts, type Toast } from '#platform/web/toast.ts';
import { AgentSocketEvent } from '#shared/codes/agent-socket-event.ts';
import type { AgentStatus } from '#shared/codes/agent-status.ts';
import { AgentType } from '#shared/codes/agent-type.ts';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { failures, type FailureName } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { FakeSocket } from '#test/fake-socket.ts';
import { aLiveCall as anyLiveCall, anAgentNow } from '../desk.fixture.ts';
import { softphoneTexts } from '../texts.ts';
import type { DeskCommand, DeskMirror, PhoneDeskParts } from './phone-desk-parts.ts';
import { openPhoneDesk } from './open-phone-desk.ts';

/** A line that does what the test says; what was asked of it is kept. */
export class FakeLine implements PhoneLine {
  readonly asked: unknown[][] = [];
  account: LineAccount | null = null;
  seen: LineLook = { isUp: false, isRegistered: false, session: null };
  private readonly listeners = new Set<(event: LineEvent) => void>();
  private readonly note = (...words: unknown[]): void => void this.asked.push(words);

  /** Registers by itself, as a line does. */
  isWilling = true;

  emit(event: LineEvent): void {
    for (const listener of this.listeners) listener(event);
  }
  start(account: LineAccount): void {
    this.account = account;
    this.note('start');
    this.seen = { ...this.seen, isUp: this.isWilling };
    if (this.isWilling) this.emit({ type: 'connected' });
  }
  stop(): void {
    this.note('stop');
    this.seen = { isUp: false, isRegistered: false, session: null };
  }
  register(): void {
    this.note('register');
    this.seen = { ...this.seen, isRegistered: this.isWilling };
    if (this.isWilling) queueMicrotask(() => this.emit({ type: 'registered' }));
  }
  unregister = (): void => this.note('unregister');
  call(session: string, target: string, headers: Readonly<Record<string, string>> = {}): void {
    this.seen = { ...this.seen, session };
    this.note('call', session, target, headers);
  }
  answer = (session: string): void => this.note('answer', session);
  decline(session: string, status: number): void {
    this.note('decline', session, status);
    this.end(session, 'us', status);
  }
  hangUp(session: string): void {
    this.note('hangUp', session);
    this.end(session, 'us', null);
  }
  hold = (session: string, on: boolean): void => this.note('hold', session, on);
  mute = (session: string, on: boolean): void => this.note('mute', session, on);
  sendTone = (session: string, tone: string): void => this.note('sendTone', session, tone);
  look = (): LineLook => this.seen;
  check = (): void => this.note('check');
  onEvent(listener: (event: LineEvent) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  ring(session: string, headers: Record<string, string>): void {
    this.seen = { ...this.seen, session };
    this.emit({ type: 'incoming', session, headers, from: '5550100', fromName: '' });
  }
  end(session: string, by: 'us' | 'them', status: number | null): void {
    this.seen = { ...this.seen, session: null };
    this.emit({ type: 'ended', session, status, by, reason: 'normal' });
  }
  /** The commands of one kind. */
  all = (kind: string): unknown[][] => this.asked.filter(([first]) => first === kind);
}

export class FakeSound implements PhoneSound {
  microphone: MicrophonePermission = 'granted';
  isBlocked = false;
  private readonly loud: Volumes = { play: 100, call: 100, ring: 100 };
  private readonly listeners = new Set<(event: SoundEvent) => void>();
  devices = (): SoundDevices => ({
    microphone: { list: [], chosen: null, used: null },
    speaker: { list: [], chosen: null, used: null },
    ringer: { list: [], chosen: null, used: null },
  });
  choose = (): void => {};
  volumes = (): Volumes => ({ ...this.loud });
  setVolume = (which: keyof Volumes, volume: number): void => void (this.loud[which] = volume);
  permission = async (): Promise<MicrophonePermission> => this.microphone;
  askPermission = async (): Promise<MicrophonePermission> => this.microphone;
  needsGesture = (): boolean => this.isBlocked;
  enable = async (): Promise<void> => {};
  watchLevel = (): (() => void) => () => {};
  onEvent = (listener: (event: SoundEvent) => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  emit(event: SoundEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}

/** The agent socket as the test wants it. */
export class AgentSocket extends FakeSocket {
  override send(text: string): void {
    super.send(text);
    const message = agentSocket.up.parse(JSON.parse(text));
    // As the server does; a line without answers is a dead one.
    if (message.eventType === AgentSocketEvent.ping && !message.answer)
      queueMicrotask(() => this.push({ eventType: AgentSocketEvent.ping, ask: false }));
  }
}

/** The tabs of one browser: one lock, one channel. */
export class FakeBrowser {
  private readonly queue: (() => void)[] = [];
  private isTaken = false;
  private readonly channels = new Set<{ onmessage: ((event: MessageEvent) => unknown) | null }>();

  tab(name: string): TabsSource {
    const channels = this.channels;
    const channel: TabsSource['channel'] = {
      onmessage: null,
      postMessage(data: unknown) {
        const copy: unknown = structuredClone(data);
        for (const other of channels) if (other !== channel) other.onmessage?.({ data: copy } as MessageEvent);
      },
      close: () => void channels.delete(channel),
    };
    channels.add(channel);
    const request = (_name: string, options: LockOptions, work: () => Promise<void> | undefined): Promise<void> =>
      new Promise((resolve, reject) => {
        const give = (): void => {
          this.isTaken = true;
          void Promise.resolve(work()).then(() => {
            this.isTaken = false;
            this.queue.shift()?.();
            resolve();
          });
        };
        options.signal?.addEventListener('abort', () => {
          const place = this.queue.indexOf(give);
          if (place >= 0) this.queue.splice(place, 1);
          reject(new DOMException('', 'AbortError'));
        });
        if (this.isTaken) this.queue.push(give);
        else give();
      });
    return {
      locks: { request: request as unknown as LockManager['request'] },
      channel,
      window: new EventTarget(),
      me: name,
    };
  }
}

export const SERVER_MS = Date.UTC(2026, 10, 15, 9, 0, 0);

export const anAgent = (part: Partial<AgentNow> = {}): AgentNow =>
  anAgentNow({ sipNumber: '8001', since: toWireTime(SERVER_MS), ...part });

export const aLiveCall = (part: Partial<LiveCall> = {}): LiveCall =>
  anyLiveCall({
    customerNumber: '5550100',
    ourNumber: '8000',
    groupId: null,
    startedMs: SERVER_MS,
    answeredMs: SERVER_MS,
    ...part,
  });

const sipInfo = (): SipInfo => ({
  domain: 'phones.test',
  url: 'wss://phones.test/sip',
  endPointId: 1,
  groupNo: '',
  sipNum: '8001',
  email: 'ana@example.test',
  utcDate: toWireTime(Date.now()),
  agentType: AgentType.inAndOut,
  callMonitorInterval: 5,
  enableWrapUp: true,
  autoAnswerEnable: false,
  password: '',
  md5Pwd: 'f'.repeat(32),
  ccAgent: 'agent-7',
  ccToken: 'token-7',
  iceServers: [],
});

const endpoints = [agentsApi, agentStatusApi, callsApi].flatMap((api) => Object.values<AnyEndpoint>(api));

/** The same account as /api/userinfo tells it. */
const userInfo = ({ domain, url, sipNum, email, ccAgent, ccToken, md5Pwd, ...facts }: SipInfo): PhoneUserInfo => ({
  ...facts,
  md5Pwd,
  nxuser: email,
  nxpass: '',
  domain,
  wssurl: url,
  ccAgent,
  ccToken,
  ccQueue: '',
  username: 'Ana',
  sipdomain: domain,
  sipaccount: sipNum,
  sippassword: '',
  cip: '127.0.0.1',
  isdid: 0,
  sendsms: 0,
  wssserver: url,
  flushreg: 1,
});

/** A server with one agent, and how it refuses. */
export function phoneServer() {
  const state = {
    agent: anAgent(),
    calls: [] as LiveCall[],
    refuse: {} as Record<string, FailureName | 'down'>,
    sipInfo,
    ringtone: 'rising',
  };
  const asked = fakeServer(({ url, method, body }) => {
    // What the real server would not take is a mistake of the page.
    endpoints.find((one) => one.path === url && one.method === method)?.input.parse(body ?? {});
    const refusal = state.refuse[url];
    if (refusal === 'down') return 'down';
    if (refusal) return { code: failures[refusal].code, msg: `said: ${refusal}` };
    const input = body as { status?: AgentStatus };
    if (url.endsWith('agent/v1/sipInfo')) return { data: state.sipInfo() };
    if (url === agentsApi.userInfo.path) return { data: userInfo(state.sipInfo()) };
    if (url === agentsApi.line.path) return { data: { sipNum: sipInfo().sipNum } };
    if (url.endsWith('user/ringtone')) return { data: { ringtone: state.ringtone } };
    if (url.endsWith('calls/v1/settings')) return { data: { maxDurationOfSingleCall: 3_600, maxCallHoldTime: 300 } };
    if (url.endsWith('asm/v1/lookup')) return { data: { asmIp: 'node-1', asmPort: 443 } };
    if (url.endsWith('asm/v1/ticket')) return { data: { ticket: 't1' } };
    if (url.endsWith('agentStatus/v1/event') && state.agent.call)
      return { data: (state.agent = { ...state.agent, nextStatus: input.status! }) };
    if (url.endsWith('agentStatus/v1/event'))
      return {
        data: (state.agent = {
          ...state.agent,
          status: input.status!,
          eventId: state.agent.eventId + 1,
          modifiedBy: null,
          reason: null,
        }),
      };
    if (url.includes('/agentStatus/')) return { data: state.agent };
    if (url.includes('/calls/v1/')) return { data: { calls: state.calls } };
    return {};
  });
  /** The bodies of what was asked at an address, by its end. */
  const bodies = (path: string): unknown[] => asked.filter(({ url }) => url.endsWith(path)).map(({ body }) => body);
  return { state, asked, bodies };
}

/** Lets everything that waits for an answer go on; timers stand still. */
export const settle = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(0));

/** One tab with a desk, and everything it did. */
export function aDesk(part: Partial<PhoneDeskParts> = {}, browser = new FakeBrowser(), name = 'tab-1') {
  const lines: FakeLine[] = [];
  const tones: string[] = [];
  const ringtones: string[] = [];
  const notices: string[] = [];
  const went: string[] = [];
  const logged: string[] = [];
  const sound = new FakeSound();
  const prepared: ((line: FakeLine) => void)[] = [];
  const source = browser.tab(name);
  const parts: PhoneDeskParts = {
    openLine() {
      const line = new FakeLine();
      for (const prepare of prepared) prepare(line);
      lines.push(line);
      return line;
    },
    sound,
    tones: {
      play: (flag) => void tones.push(`play ${flag}`),
      stop: (flag) => void tones.push(`stop ${flag ?? 'all'}`),
      setRingtone: (ringtone) => void ringtones.push(ringtone),
      tryOut: () => () => {},
    },
    notice: {
      permission: () => 'granted',
      onChange: () => () => {},
      ask: async () => true,
      show: ({ body }) => void notices.push(body),
      clear: () => void notices.push('cleared'),
    },
    openTabs: (user) => openTabs<DeskMirror, DeskCommand>('7', source, user),
    clock: {
      nowMs: () => Date.now(),
      later: pageTimer,
    },
    deviceId: 'device-1',
    agentName: 'ana@example.test',
    go: (address) => void went.push(address),
    hasPage: () => true,
    log: (what) => void logged.push(what),
    ...part,
  };
  const open = () => openPhoneDesk(parts);
  return { open, parts, prepared, lines, line: () => lines.at(-1)!, tones, ringtones, notices, went, logged, sound };
}

/** Everything told in notices. */
export function collectToasts(): Toast[] {
  const toasts: Toast[] = [];
  presentToasts((one) => toasts.push(one));
  return toasts;
}

export const bringTexts = (): Promise<void> => ensureTexts('softphone', softphoneTexts);
