import { drive } from '#core/machine.ts';
import { newPhone } from '#core/phone/phone.ts';
import { whyNotChangeStatus } from '#core/phone/phone-codes.ts';
import { PHONE } from '#core/phone/phone-constants.ts';
import type { PhoneEvent } from '#core/phone/phone-events.ts';
import { phoneMachine } from '../../core/phone-machine.ts';
import type { MicrophonePermission } from '#core/phone/phone-sound.port.ts';
import { agentStatusApi, type AgentNow } from '#features/team/agent-status/contract.ts';
import { callsApi, type LiveCall } from '#features/voice/calls/contract.ts';
import { call } from '#platform/web/call.ts';
import { text } from '#platform/web/i18n.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { openAgentLink, type AgentLink } from './agent-link.ts';
import type { DeskCommand, DeskMirror, DeskParts } from './desk-parts.ts';
import type { DeskShow } from './desk-show.ts';
import { hearLine } from './hear-line.ts';
import { hearServer } from './hear-server.ts';
import { watchMicrophone } from './microphone-watch.ts';
import { watchRingtone } from './ringtone-watch.ts';
import { performPhone, type PhoneWorld } from './perform-phone.ts';
import { openSeatWish } from './seat-wish.ts';
import { serverCall } from './server-news.ts';
import { openStatusDesk, type StatusDesk } from './status-desk.ts';
import { storedStatus } from './stored-status.ts';

/** The phone in the tab that carries it. */
export interface DeskEngine {
  mirror(): Omit<DeskMirror, 'told' | 'left'>;
  perform(command: Exclude<DeskCommand, { type: 'signOut' }>): void;
  signOut(): Promise<void>;
  stop(): void;
}

/** An order waits for a phone that starts; one whose start failed is given up (CALL-06). */
const RETRIES = 1;

/** Starts line, agent socket and status, and keeps them until stopped. `changed` is told of everything the mirror shows. */
export function startEngine(parts: DeskParts, show: (show: DeskShow) => void, changed: () => void): DeskEngine {
  const { clock, sound } = parts;
  const timers = new Set<() => void>();
  let stopped = false;
  let link: AgentLink | null = null;
  let sipNumber: string | null = null;
  let agent: AgentNow | null = null;
  let calls: readonly LiveCall[] = [];
  let quality: DeskMirror['quality'] = null;
  let permission: MicrophonePermission = 'prompt';
  let clockOffsetMs = 0;
  /** What the browser kept of this sign-in before the server said anything. */
  const stored = storedStatus();
  let wasReady = false;
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
  function send(event: PhoneEvent): void {
    if (!stopped) phone.send({ ...event, nowMs: clock.nowMs() });
  }

  const status: StatusDesk = openStatusDesk({
    ...parts,
    sipNumber: () => sipNumber ?? agent?.sipNumber ?? null,
    link: () => link,
    clockOffsetMs: () => clockOffsetMs,
    learned: setAgent,
    tellPhone: (belief) => send({ type: 'agentSaid', agent: belief }),
    putAway: () => send({ type: 'leaveAsked' }),
    needSeat: (again) => wish.need(again),
    show,
    later,
  });

  const wish = openSeatWish(parts.seat, {
    isThere: () => phone.current().account.is === 'given',
    want: () => send({ type: 'accountWanted' }),
  });
  const soundKnown = status.tryToSound();
  const line = parts.openLine();
  const world: PhoneWorld = {
    parts,
    show,
    send,
    later,
    line,
    quality: null,
    account: null,
    phone: phone.current,
    status(event) {
      if (event.type !== 'phoneReady') return status.send(event);
      wasReady = true;
      // Nobody is available before it is known whether they would hear it ring.
      void soundKnown.then(() => !stopped && status.send(event));
    },
    accountGiven(given, sipNum) {
      clockOffsetMs = given.clockOffsetMs;
      world.account = given.line;
      if (sipNumber !== sipNum) leaveLink();
      sipNumber = sipNum;
      document.cookie = `sipNum=${sipNum}; path=/; SameSite=Strict`;
      status.send({
        type: 'signedIn',
        isNewLogin: !wasReady && stored === null,
        stored: wasReady ? status.current().status : stored,
        hasPhone: true,
      });
      link ??= openAgentLink(sipNum, {
        lastEventId: () => status.current().eventId,
        said: (news) => status.send({ type: 'statusSaid', news }),
        back: linkBack,
        changed,
        reload: readAnew,
      });
      readCalls();
    },
    accountRefused() {
      status.send(withoutPhone);
      readAnew();
    },
    callsLearned: setCalls,
    roleIn: (callId) => calls.find((one) => one.callId === callId)?.role ?? null,
    left() {
      leaveLink();
      document.cookie = 'sipNum=; path=/; max-age=0; SameSite=Strict';
      // Signing out here must not take somebody offline who goes on elsewhere.
      if (phone.current().account.is === 'refused') status.send(withoutPhone);
    },
  };

  function leaveLink(): void {
    link?.leave();
    link = null;
  }

  function setAgent(told: AgentNow): void {
    if (stopped || (agent && told.eventId < agent.eventId)) return;
    agent = told;
    changed();
  }

  function setCalls(told: readonly LiveCall[]): void {
    calls = told;
    for (const one of told) send({ type: 'serverSaid', call: serverCall(one, clockOffsetMs) });
    changed();
  }

  const readAgent = (): Promise<void> => call(agentStatusApi.mine, {}).then(status.hear, () => {});
  const readCalls = (): void =>
    void call(callsApi.live, {}).then(
      (live) => setCalls(live.calls),
      () => {},
    );
  function readAnew(): void {
    void readAgent();
    readCalls();
  }
  /** [SOCK-02] What happened meanwhile is said again, but calls are told elsewhere. */
  function linkBack(): void {
    status.send({ type: 'networkBack' });
    readCalls();
  }

  /** A choice holds on the page at once (`status-rules.ts`, rule 4). */
  function agentShown(): AgentNow | null {
    if (!agent) return null;
    const page = status.current();
    const wrapUp = page.wrapUp === null ? null : agent.wrapUp;
    if (page.status === null || page.status === agent.status) return { ...agent, wrapUp };
    if (chosen?.status !== page.status)
      chosen = { status: page.status, since: toWireTime(clock.nowMs() + clockOffsetMs) };
    return { ...agent, wrapUp, ...chosen };
  }

  function minute(): void {
    status.send({ type: 'minutePassed' });
    later(PHONE.statusTickMs, minute);
  }

  let wasBusy: 'inCall' | 'monitoring' | null = null;
  const endings = [
    phone.watch(({ call: now }) => {
      const busy = now === null ? null : now.monitor ? 'monitoring' : 'inCall';
      if (busy !== wasBusy)
        status.send({ type: 'callChanged', inCall: busy !== null, monitoring: busy === 'monitoring' });
      wasBusy = busy;
      if (now === null) quality = null;
      changed();
    }),
    status.watch(changed),
    hearLine(line, {
      phone: phone.current,
      send,
      readAgent,
      later,
      log: parts.log,
      figures(figures) {
        quality = figures;
        changed();
      },
      quality: (session, heard) => (world.quality = { session, quality: heard }),
    }),
    hearServer({
      deviceId: parts.deviceId,
      send,
      agent: status.hear,
      calls: setCalls,
      pageBack() {
        line.check();
        send({ type: 'networkBack' });
      },
      pageShown: () => status.send({ type: 'pageShown' }),
    }),
    watchMicrophone({ sound, later, show }, (is) => {
      permission = is;
      status.send({ type: 'microphoneChanged', open: is === 'granted' });
      changed();
    }),
    watchRingtone(parts.tones),
    parts.seat?.watch(changed) ?? (() => {}),
    wish.stop,
    sound.onEvent((event) => {
      if (event.type === 'needsGesture') {
        status.send({ type: 'soundChanged', open: !event.needed });
        if (!event.needed) show({ kind: 'allowed', media: BlockedMedia.audio });
      }
      if (event.type === 'deviceLost')
        show({
          kind: 'toast',
          toast: {
            tone: 'warning',
            text: text('softphone.desk.deviceLost', { name: event.name }),
            id: 'softphone.device',
          },
        });
      changed();
    }),
  ];

  later(PHONE.statusTickMs, minute);
  send({ type: 'accountWanted' });

  return {
    mirror: () => ({
      phone: phone.current(),
      agent: agentShown(),
      isLinked: link?.isOpen() ?? false,
      calls,
      quality,
      seatAhead: parts.seat?.ahead() ?? null,
      clockOffsetMs,
      sound: {
        permission,
        devices: sound.devices(),
        volumes: sound.volumes(),
        needsGesture: sound.needsGesture(),
        isAsked: status.current().asksForSound,
      },
    }),
    perform(command) {
      switch (command.type) {
        case 'press':
          return send(command.event);
        case 'chooseStatus':
          if (command.status === AgentStatus.offline && parts.seat && parts.seat.ahead() !== null)
            return parts.seat.giveUp();
          // Without a phone for want of a seat, whoever chooses to work asks for one.
          if (parts.seat && phone.current().account.is === 'none' && command.status !== AgentStatus.offline)
            return send({ type: 'accountWanted' });
          return status.send({
            type: 'statusChosen',
            status: command.status,
            obstacle: whyNotChangeStatus(phone.current()),
          });
        case 'chooseNext':
          return status.send({ type: 'nextChosen', status: command.status });
        case 'endWrapUp':
          return status.send({ type: 'wrapUpDonePressed' });
        case 'extendWrapUp':
          return status.extendWrapUp(command.seconds);
        case 'answerSound':
          return void status.answerSound(command.yes);
        case 'takeOver':
          return send({ type: 'accountWanted', takeOver: true });
        case 'chooseDevice':
          sound.choose(command.kind, command.deviceId);
          return changed();
        case 'setVolume':
          sound.setVolume(command.which, command.volume);
          return changed();
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
      leaveLink();
      line.stop();
    },
  };
}

const withoutPhone = { type: 'signedIn', isNewLogin: false, stored: null, hasPhone: false } as const;
