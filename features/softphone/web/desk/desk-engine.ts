import { drive } from '#core/machine.ts';
import { newPhone } from '#core/phone/phone.ts';
import { whyNotChangeStatus } from '#core/phone/phone-codes.ts';
import { PHONE } from '#core/phone/phone-constants.ts';
import type { Arrival, PhoneEvent } from '#core/phone/phone-events.ts';
import type { LineEvent } from '#core/phone/phone-line.port.ts';
import type { MicrophonePermission } from '#core/phone/phone-sound.port.ts';
import { phoneMachine } from '#core/phone/phone-machine.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { agentStatusApi, type AgentNow } from '#features/agent-status/contract.ts';
import { callsApi, type LiveCall } from '#features/calls/contract.ts';
import { call } from '#platform/web/call.ts';
import { text } from '#platform/web/i18n.ts';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { openAgentLink, type AgentLink } from './agent-link.ts';
import type { DeskCommand, DeskMirror, DeskParts } from './desk-parts.ts';
import type { DeskShow } from './desk-shows.ts';
import { hearServer } from './hear-server.ts';
import { eventsOfLine } from './line-events.ts';
import { performPhone, type PhoneWorld } from './perform-phone.ts';
import { serverCall } from './server-news.ts';
import { openStatusDesk, type StatusDesk } from './status-desk.ts';
import { storedStatus } from './stored-status.ts';

/** The phone in the tab that carries it. */
export interface DeskEngine {
  mirror(): Omit<DeskMirror, 'told' | 'left'>;
  perform(command: DeskCommand): void;
  signOut(): Promise<void>;
  stop(): void;
}

/** An order waits for a phone that starts; one whose start failed is given up (CALL-06). */
const RETRIES = 1;
/** How long a caller may wait for the server's word on whether the agent takes calls. */
const BELIEF_WITHIN_MS = 1_500;

/** Starts line, agent socket and status, and keeps them until stopped. `changed` is told of everything the mirror shows. */
export function startEngine(parts: DeskParts, show: (show: DeskShow) => void, changed: () => void): DeskEngine {
  const { clock, sound } = parts;
  const timers = new Set<() => void>();
  let stopped = false;
  let link: AgentLink | null = null;
  let linkedNumber: string | null = null;
  let agent: AgentNow | null = null;
  let calls: readonly LiveCall[] = [];
  let quality: DeskMirror['quality'] = null;
  let permission: MicrophonePermission = 'prompt';
  let clockOffsetMs = 0;
  /** What the browser kept of this sign-in before the server said anything. */
  const stored = storedStatus();
  let wasReady = false;
  /** Sessions that wait for the server's word. */
  const undecided = new Set<string>();
  /** When the agent chose what the server has not confirmed. */
  let chosen: { status: AgentStatus; since: string } | null = null;

  function later(afterMs: number, run: () => void): void {
    const cancel = clock.later(afterMs, () => {
      timers.delete(cancel);
      run();
    });
    timers.add(cancel);
  }

  const phone = drive(phoneMachine, newPhone({ retries: RETRIES }), (effect) => {
    if (!stopped) performPhone(effect, world);
  });
  const send = (event: PhoneEvent): void => phone.send({ ...event, nowMs: clock.nowMs() });

  const status: StatusDesk = openStatusDesk({
    ...parts,
    sipNumber: () => linkedNumber ?? agent?.sipNumber ?? null,
    link: () => link,
    clockOffsetMs: () => clockOffsetMs,
    learned: setAgent,
    tellPhone: (belief) => send({ type: 'agentSaid', agent: belief }),
    putAway: () => send({ type: 'leaveAsked' }),
    show,
    later,
  });

  const line = parts.openLine();

  const world: PhoneWorld = {
    parts, show, send, later, line, quality: null, account: null,
    phone: phone.current,
    status(event) {
      if (event.type === 'phoneReady') wasReady = true;
      status.send(event);
    },
    accountGiven(given, sipNum) {
      clockOffsetMs = given.clockOffsetMs;
      world.account = given.line;
      document.cookie = `sipNum=${sipNum}; path=/; SameSite=Strict`;
      const isAnother = linkedNumber !== sipNum;
      linkedNumber = sipNum;
      status.send({ type: 'signedIn', isNewLogin: !wasReady && stored === null, stored: wasReady ? status.current().status : stored, hasPhone: true });
      if (isAnother || !link) {
        link?.leave();
        link = openAgentLink(sipNum, { lastEventId: () => status.current().eventId, said: (news) => status.send({ type: 'statusSaid', news }), back: () => status.send({ type: 'networkBack' }), reload: readAnew });
      }
      readCalls();
    },
    accountRefused: readAnew,
    callsLearned: setCalls,
    left() {
      link?.leave();
      link = null;
      document.cookie = 'sipNum=; path=/; max-age=0; SameSite=Strict';
    },
  };

  function hearLine(event: LineEvent): void {
    if (stopped) return;
    if (event.type === 'statistics') {
      const { mos, bars } = event.statistics;
      quality = mos === null || bars === null ? null : { mos, bars };
      return changed();
    }
    if (event.type === 'quality') world.quality = { session: event.session, quality: event.quality };
    if (event.type === 'ended') {
      quality = null;
      undecided.delete(event.session);
    }
    if (event.type === 'error') parts.log(`${event.which}Error`);
    if (event.type === 'soundLost' || event.type === 'soundBack') parts.log(event.type);
    for (const one of eventsOfLine(event, phone.current())) {
      if (one.type === 'callArrived' && !mayRing(one.arrival)) arriveAsServerSays(one);
      else send(one);
    }
  }

  /** What the page believes of the agent may be older than the call: before refusing it, the server is asked. */
  function arriveAsServerSays(event: Extract<PhoneEvent, { type: 'callArrived' }>): void {
    const { session } = event.arrival;
    undecided.add(session);
    const arrive = (): void => {
      if (!stopped && undecided.delete(session)) send(event);
    };
    later(BELIEF_WITHIN_MS, arrive);
    call(agentStatusApi.mine, {}).then(status.hear, () => {}).finally(arrive);
  }

  const mayRing = ({ isResume, eavesdropTarget }: Arrival): boolean => {
    const { agent: belief, call: taken } = phone.current();
    return isResume || eavesdropTarget !== null || taken !== null || (belief.status === AgentStatus.available && belief.waiting);
  };

  function setAgent(told: AgentNow): void {
    if (agent && told.eventId < agent.eventId) return;
    agent = told;
    changed();
  }

  function setCalls(told: readonly LiveCall[]): void {
    calls = told;
    for (const one of told) send({ type: 'serverSaid', call: serverCall(one, clockOffsetMs) });
    changed();
  }

  const readCalls = (): void => void call(callsApi.live, {}).then((live) => !stopped && setCalls(live.calls), () => {});
  function readAnew(): void {
    call(agentStatusApi.mine, {}).then(status.hear, () => {});
    readCalls();
  }

  /** A choice holds on the page at once (`status-rules.ts`, rule 4). */
  function agentShown(): AgentNow | null {
    if (!agent) return null;
    const page = status.current();
    const wrapUp = page.wrapUp === null ? null : agent.wrapUp;
    if (page.status === null || page.status === agent.status) return { ...agent, wrapUp };
    if (chosen?.status !== page.status) chosen = { status: page.status, since: toWireTime(clock.nowMs() + clockOffsetMs) };
    return { ...agent, wrapUp, ...chosen };
  }

  function microphone(is: MicrophonePermission): void {
    permission = is;
    status.send({ type: 'microphoneChanged', open: is === 'granted' });
    changed();
  }

  /** Asked at the start: the first call must not begin with the browser's question. */
  async function askForMicrophone(): Promise<void> {
    const now = await sound.permission();
    if (stopped) return;
    microphone(now);
    const is = now === 'prompt' ? await sound.askPermission() : now;
    if (stopped) return;
    microphone(is);
    if (is === 'denied') show({ kind: 'guide', blocked: BlockedMedia.microphone });
    if (is === 'unsupported') show({ kind: 'toast', toast: { tone: 'warning', text: text('notice.microphoneUnsupported'), id: 'softphone.microphone' } });
  }

  function minute(): void {
    status.send({ type: 'minutePassed' });
    later(PHONE.statusTickMs, minute);
  }

  let wasBusy = '';
  const endings = [
    phone.watch(({ call: now }) => {
      const busy = now === null ? '' : now.monitor ? 'monitoring' : 'inCall';
      if (busy !== wasBusy) status.send({ type: 'callChanged', inCall: busy !== '', monitoring: busy === 'monitoring' });
      wasBusy = busy;
      changed();
    }),
    status.watch(changed),
    line.onEvent(hearLine),
    hearServer({
      deviceId: parts.deviceId, send, agent: status.hear, calls: setCalls,
      pageBack() {
        line.check();
        send({ type: 'networkBack' });
      },
      pageShown: () => status.send({ type: 'pageShown' }),
    }),
    sound.onEvent((event) => {
      if (event.type === 'permissionChanged') microphone(event.permission);
      if (event.type === 'needsGesture') status.send({ type: 'soundChanged', open: !event.needed });
      if (event.type === 'deviceLost') show({ kind: 'toast', toast: { tone: 'warning', text: text('softphone.desk.deviceLost', { name: event.name }), id: 'softphone.device' } });
      changed();
    }),
  ];

  status.send({ type: 'soundChanged', open: !sound.needsGesture() });
  void askForMicrophone();
  later(PHONE.statusTickMs, minute);
  send({ type: 'accountWanted' });

  return {
    mirror: () => ({
      phone: phone.current(), agent: agentShown(), calls, quality, clockOffsetMs,
      sound: { permission, devices: sound.devices(), volumes: sound.volumes(), needsGesture: sound.needsGesture() },
    }),
    perform(command) {
      switch (command.type) {
        case 'press':
          return send(command.event);
        case 'chooseStatus':
          return status.send({ type: 'statusChosen', status: command.status, obstacle: whyNotChangeStatus(phone.current()) });
        case 'chooseNext':
          return status.send({ type: 'nextChosen', status: command.status });
        case 'endWrapUp':
          return status.send({ type: 'wrapUpDonePressed' });
        case 'extendWrapUp':
          return status.extendWrapUp(command.seconds);
        case 'takeOver':
          return send({ type: 'accountWanted', takeOver: true });
        case 'chooseDevice':
          sound.choose(command.kind, command.deviceId);
          return changed();
        case 'setVolume':
          sound.setVolume(command.which, command.volume);
          return changed();
        case 'signOut':
          return;
      }
    },
    signOut: status.signOut,
    stop() {
      stopped = true;
      for (const end of endings) end();
      for (const cancel of timers) cancel();
      timers.clear();
      parts.tones.stop();
      parts.notice.clear();
      link?.leave();
      line.stop();
    },
  };
}
