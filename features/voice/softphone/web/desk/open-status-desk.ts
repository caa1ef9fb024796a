import type { PhoneWarning } from '#core/phone/phone-events.ts';
import { newStatusPage, type StatusPageEffect, type StatusPageEvent } from '#core/phone/status-page.ts';
import { statusRules } from '#core/phone/status-rules.ts';
import { driveTimed, type Performed } from '#core/timed-machine.ts';
import { agentStatusApi, type AgentNow } from '#features/team/agent-status/contract.ts';
import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import type { AgentStatus } from '#shared/codes/agent-status.ts';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import { StatusEvent } from '#shared/codes/status-event.ts';
import type { WebPresence } from '#shared/codes/web-presence.ts';
import { Failure } from '#shared/failure.ts';
import { agentNews } from './server-news.ts';
import type { StatusDesk, StatusWorld } from './status-desk.ts';
import { statusNotices } from './status-notices.ts';
import { statusReports } from './status-reports.ts';
import { statusSound } from './status-sound.ts';
import { storeStatus } from './stored-status.ts';

/** Performs what the rules of the status page decide. */
export function openStatusDesk(world: StatusWorld): StatusDesk {
  const driven = driveTimed(statusRules, newStatusPage, perform, { after: world.clock.later, wake: send });
  const reports = statusReports(world);
  const sound = statusSound(world, send);
  const onCleared: (() => void)[] = [];

  function send(event: StatusPageEvent): void {
    driven.send({ ...event, nowMs: world.clock.nowMs() });
  }

  function receiveAgent(agent: AgentNow): void {
    world.learned(agent);
    send({ type: 'agentSaid', news: agentNews(agent, world.clockOffsetMs()) });
  }

  /** Nobody waits for these: a refusal is told once, an answer corrects the page. */
  const ask = (asked: Promise<AgentNow>): void => void asked.then(receiveAgent, handleFailure);

  const comeIn = (presence: WebPresence): void =>
    void reports
      .web(presence)
      .then(receiveAgent, (error: unknown) =>
        lacksSeat(error) ? world.needSeat(() => comeIn(presence)) : handleFailure(error),
      );

  function perform(effect: Performed<StatusPageEffect>): void {
    switch (effect.type) {
      case 'reportStatus':
        return report(effect.status, effect.event);
      case 'reportWeb':
        return comeIn(effect.presence);
      case 'reportWrapUp':
        return ask(reports.wrapUp(effect));
      case 'readStatus':
        return ask(call(agentStatusApi.mine, {}));
      case 'storeStatus':
        return storeStatus(effect.status);
      case 'sendToPhone':
        return world.sendToPhone(effect.agent);
      case 'showIdle':
        return world.show({ kind: 'idle' });
      case 'warnChangedBy':
        return world.show(statusNotices.changedBy(effect.name, effect.status));
      case 'warn':
        return effect.next === null
          ? world.show(statusNotices.obstacle(effect.key))
          : obstructed(effect.key, effect.next);
      case 'sayStatus':
        return world.show(statusNotices.switched(effect.status));
      case 'askForSound':
        return void sound.enable();
      case 'guideSound':
        return world.show({ kind: 'guide', blocked: BlockedMedia.audio });
      case 'leaveStep':
        return void leave(effect).finally(() => send({ type: 'stepDone', step: effect.step }));
    }
  }

  /** In a call every menu says that a choice holds after it: it is taken, and the warning says so. Otherwise it is offered. */
  function obstructed(key: PhoneWarning, next: AgentStatus): void {
    if (key !== 'sip.inCall') return world.show(statusNotices.offerForLater(key, next));
    world.show(statusNotices.heldForLater(next));
    send({ type: 'nextChosen', status: next });
  }

  /** What the page repeats goes over the agent socket, where the server corrects it; a choice wants an answer. */
  function report(status: AgentStatus, event: StatusEvent): void {
    if (event === StatusEvent.repeated && reports.repeat(status)) return;
    reports.status(status, event).then(
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

  async function leave(effect: Extract<StatusPageEffect, { type: 'leaveStep' }>): Promise<void> {
    if (effect.step !== 'clear') return reports.leaving(effect);
    world.putAway();
    for (const done of onCleared.splice(0)) done();
  }

  return {
    send,
    current: driven.current,
    watch: driven.watch,
    receiveAgent,
    tryToSound: sound.tryToSound,
    answerSound: sound.answer,
    extendWrapUp: (seconds) => ask(call(agentStatusApi.extendWrapUp, { seconds })),
    signOut: () =>
      new Promise((resolve) => {
        onCleared.push(resolve);
        send({ type: 'signOutPressed' });
      }),
    clearTimers: driven.clearTimers,
  };
}

const lacksSeat = (error: unknown): boolean => error instanceof Failure && error.name === 'seatNotGranted';
