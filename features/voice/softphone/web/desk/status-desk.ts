import { drive } from '#core/machine.ts';
import { PHONE } from '#core/phone/phone-constants.ts';
import type { AgentBelief } from '#core/phone/phone.ts';
import type { PhoneWarning } from '#core/phone/phone-events.ts';
import { statusRules } from '#core/phone/status-rules.ts';
import {
  newStatusPage,
  type LeaveStep,
  type StatusPage,
  type StatusPageEffect,
  type StatusPageEvent,
} from '#core/phone/status-page.ts';
import { agentStatusApi, type AgentNow } from '#features/team/agent-status/contract.ts';
import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { text, textOf } from '#platform/web/i18n.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import { StatusEvent } from '#shared/codes/status-event.ts';
import { WebPresence } from '#shared/codes/web-presence.ts';
import { Failure } from '#shared/errors.ts';
import { atOffset, toWireTime } from '#shared/wire-time.ts';
import type { AgentLink } from './agent-link.ts';
import type { DeskParts } from './desk-parts.ts';
import type { DeskShow } from './desk-show.ts';
import { agentNews } from './server-news.ts';
import { storeStatus } from './stored-status.ts';

export interface StatusWorld extends Pick<DeskParts, 'clock' | 'deviceId' | 'sound'> {
  sipNumber(): string | null;
  link(): AgentLink | null;
  clockOffsetMs(): number;
  /** The server's word about the agent, for the view. */
  learned(agent: AgentNow): void;
  tellPhone(agent: AgentBelief): void;
  /** The phone is put away: the last step of signing out. */
  putAway(): void;
  /** The server refused for want of a shared seat: `again` when there is one. */
  needSeat(again: () => void): void;
  show(show: DeskShow): void;
  /** Timers end with the desk. */
  later(afterMs: number, run: () => void): void;
}

/** What the page does about the agent's status, performed. */
export interface StatusDesk {
  send(event: StatusPageEvent): void;
  current(): StatusPage;
  watch(watcher: () => void): () => void;
  hear(agent: AgentNow): void;
  extendWrapUp(seconds: number): void;
  /** Whether the browser lets the page sound is known when it is done. */
  tryToSound(): Promise<boolean>;
  /** What the agent said to "enable sound". */
  answerSound(yes: boolean): Promise<void>;
  /** 68, wrap-up, logout-web, cleared; resolves at the end of it. */
  signOut(): Promise<void>;
}

export function openStatusDesk(world: StatusWorld): StatusDesk {
  const { clock, deviceId } = world;
  const driven = drive(statusRules, newStatusPage, perform);
  const send = (event: StatusPageEvent): void => driven.send({ ...event, nowMs: clock.nowMs() });
  const onCleared: (() => void)[] = [];

  function hear(agent: AgentNow): void {
    world.learned(agent);
    send({ type: 'agentSaid', news: agentNews(agent, world.clockOffsetMs()) });
  }

  /** Nobody waits for these: a refusal is told once, an answer corrects the page. */
  const ask = (asked: Promise<AgentNow>): void => void asked.then(hear, handleFailure);

  const comeIn = (presence: WebPresence): void =>
    void reportWeb(presence).then(hear, (error: unknown) =>
      lacksSeat(error) ? world.needSeat(() => comeIn(presence)) : handleFailure(error),
    );

  function perform(effect: StatusPageEffect): void {
    switch (effect.type) {
      case 'reportStatus':
        return report(effect.status, effect.event);
      case 'reportWeb':
        return comeIn(effect.presence);
      case 'reportWrapUp':
        return ask(reportWrapUp(effect));
      case 'readStatus':
        return ask(call(agentStatusApi.mine, {}));
      case 'storeStatus':
        return storeStatus(effect.status);
      case 'tellPhone':
        return world.tellPhone(effect.agent);
      case 'showIdle':
        return world.show({ kind: 'idle' });
      case 'warnChangedBy':
        return warn(
          text('notice.statusChangedBy', { name: effect.name, status: wordOf(effect.status) }),
          'softphone.changedBy',
        );
      case 'warn':
        return effect.next === null
          ? warn(textOf(effect.key), `softphone.${effect.key}`)
          : obstructed(effect.key, effect.next);
      case 'sayStatus':
        return world.show({
          kind: 'toast',
          toast: {
            tone: 'success',
            text: text('notice.statusSwitched', { status: wordOf(effect.status) }),
            id: 'softphone.status',
          },
        });
      case 'askForSound':
        return void enableSound();
      case 'guideSound':
        return world.show({ kind: 'guide', blocked: BlockedMedia.audio });
      case 'leaveStep':
        return void leave(effect).finally(() => send({ type: 'stepDone', step: effect.step }));
      case 'wake':
        return world.later(effect.afterMs, () => send(effect.event));
    }
  }

  const warn = (words: string, id: string): void =>
    world.show({ kind: 'toast', toast: { tone: 'warning', text: words, id } });

  /** In a call every menu says that a choice holds after it: it is taken, and the warning says so. Otherwise it is offered. */
  function obstructed(key: PhoneWarning, next: AgentStatus): void {
    if (key !== 'sip.inCall') return world.show({ kind: 'offerNext', why: textOf(key), status: next });
    warn(text('softphone.desk.nextStatus', { status: wordOf(next) }), 'softphone.status');
    send({ type: 'nextChosen', status: next });
  }

  const timeStamp = (): string => atOffset(clock.nowMs() + world.clockOffsetMs(), PHONE.statusZoneHours);

  /** What the page repeats goes over the agent socket, where the server corrects it; a choice wants an answer. */
  function report(status: AgentStatus, event: StatusEvent): void {
    if (event === StatusEvent.repeated && world.link()?.repeat(status, timeStamp())) return;
    reportStatus(status, event).then(
      (agent) => {
        world.learned(agent);
        send({ type: 'reported', status, news: agentNews(agent, world.clockOffsetMs()) });
      },
      (error: unknown) => {
        // A repetition nobody heard is made again in time; a choice that failed is told.
        if (event === StatusEvent.repeated) return;
        handleFailure(error);
        send({ type: 'reportFailed', status });
        if (lacksSeat(error)) world.needSeat(() => send({ type: 'statusChosen', status, obstacle: null }));
      },
    );
  }

  /** Without a phone there is nobody to report. */
  async function own(): Promise<string> {
    const sipNumber = world.sipNumber();
    if (sipNumber === null) throw new Failure('phoneAgentMissing');
    return sipNumber;
  }
  const reportStatus = async (status: AgentStatus, eventType: StatusEvent): Promise<AgentNow> =>
    call(agentStatusApi.report, { sipNumber: await own(), status, timeStamp: timeStamp(), eventType });
  const reportWeb = async (status: WebPresence): Promise<AgentNow> =>
    call(agentStatusApi.web, { status, sipNum: await own(), deviceUniqueIdentification: deviceId });
  const onServer = (pageMs: number): string => toWireTime(pageMs + world.clockOffsetMs());
  const reportWrapUp = ({
    callId,
    startMs,
    endMs,
  }: {
    callId: string;
    startMs: number;
    endMs: number;
  }): Promise<AgentNow> =>
    call(agentStatusApi.wrapUp, { callId, startTime: onServer(startMs), endTime: onServer(endMs) });

  /** The click that chose the status is what browsers want to see. */
  async function enableSound(): Promise<void> {
    const open = await tryToSound();
    send({ type: 'soundAnswered', answer: open ? 'enabled' : 'blocked' });
  }

  async function tryToSound(): Promise<boolean> {
    await world.sound.enable().catch(() => {});
    const open = !world.sound.needsGesture();
    send({ type: 'soundChanged', open });
    return open;
  }

  async function leave({
    step,
    wrapUp,
  }: {
    step: LeaveStep;
    wrapUp: { callId: string; startMs: number; endMs: number } | null;
  }): Promise<void> {
    try {
      if (step === 'leavingStatus') await reportStatus(AgentStatus.leavingInCall, StatusEvent.changed);
      if (step === 'wrapUp' && wrapUp) await reportWrapUp(wrapUp);
      if (step === 'logoutWeb') await reportWeb(WebPresence.signedOut);
    } catch {
      // Nobody is kept from signing out.
    }
    if (step !== 'clear') return;
    world.putAway();
    for (const done of onCleared.splice(0)) done();
  }

  return {
    send,
    current: driven.current,
    watch: driven.watch,
    hear,
    tryToSound,
    async answerSound(yes) {
      if (!yes) return send({ type: 'soundAnswered', answer: 'cancelled' });
      if (await tryToSound()) return send({ type: 'soundAnswered', answer: 'enabled' });
      // A click did not help: the browser's own settings have to.
      world.show({ kind: 'guide', blocked: BlockedMedia.audio });
    },
    extendWrapUp: (seconds) => ask(call(agentStatusApi.extendWrapUp, { seconds })),
    signOut: () =>
      new Promise((resolve) => {
        onCleared.push(resolve);
        send({ type: 'signOutPressed' });
      }),
  };
}

const lacksSeat = (error: unknown): boolean => error instanceof Failure && error.name === 'seatNotGranted';
const wordOf = (status: AgentStatus): string => text(AgentStatus.row(status).key);
