import type { Call } from '#core/call/call.ts';
import type { CallEffect, CallEvent } from '#core/call/call-events.ts';
import { driveTimed, type Performed } from '#core/timed-machine.ts';
import { lastingClock } from '#platform/server/clock.ts';
import { callMachine } from '../core/call-machine.ts';
import type { DrivenCall, LiveCallParts } from './live-call.ts';

const PHONE_EFFECTS: ReadonlySet<CallEffect['type']> = new Set([
  'ringAgent',
  'ringNumber',
  'announceRinging',
  'openEarlyMedia',
  'answer',
  'hangUp',
  'separate',
  'holdWithMusic',
  'stopPlaying',
  'refuse',
  'reportTransfer',
  'bridge',
  'mute',
  'play',
  'speakAhead',
  'sendKeys',
  'record',
  'stopRecording',
  'monitor',
  'runFlow',
  'answerFlow',
  'keyToFlow',
  'leaveFlow',
  'hearAnswerer',
  'hearNoMore',
]);

/** Begun in order, and kept in order by whom they are for: the board takes one event of an agent after another, and so does the book of a call. */
const TOGETHER: ReadonlySet<CallEffect['type']> = new Set(['tell', 'open', 'note', 'close']);

/**
 * Drives one call. Its events are taken one after another, and so are its orders to the exchange; what is written down
 * and told to others has a lane of its own, so that a slow database never keeps a phone ringing. Whatever goes wrong ends
 * this call and no other.
 */
export function openLiveCall(
  initial: Call,
  { clock, after, phone, desk, told, changed, report }: LiveCallParts,
): DrivenCall {
  const own = lastingClock(clock, Math.max(clock.nowMs(), initial.facts.startedMs));
  let phoneLane = Promise.resolve();
  let deskLane = Promise.resolve();
  let isAbandoned = false;
  /** Where those at the end of the lane began that do not wait for each other. */
  let togetherFrom: Promise<void> | null = null;

  const driven = driveTimed<Call, CallEvent & { nowMs: number }, CallEffect>(callMachine, initial, perform, {
    after,
    wake: send,
  });

  function send(event: CallEvent): void {
    if (isAbandoned) return;
    const before = driven.current();
    try {
      driven.send({ ...event, nowMs: own.nowMs() });
    } catch (problem) {
      report(problem, initial.id);
      if (event.type !== 'broke') return send({ type: 'broke' });
    }
    if (driven.current() === before) return;
    if (driven.current().at === 'over') driven.clearTimers();
    changed(before, live);
  }

  function perform(effect: Performed<CallEffect>): void {
    const call = driven.current();
    if (effect.type === 'tellCampaign') return told(live, effect.news, effect.atMs);
    if (PHONE_EFFECTS.has(effect.type)) {
      phoneLane = phoneLane
        .then(() => (isAbandoned ? undefined : phone(effect, call, live)))
        .catch((problem: unknown) => failed(effect, problem));
    } else if (TOGETHER.has(effect.type)) {
      togetherFrom ??= deskLane;
      deskLane = Promise.all([deskLane, ordered(togetherFrom, effect)]).then(() => {});
    } else {
      togetherFrom = null;
      deskLane = ordered(deskLane, effect);
    }
  }

  const ordered = (from: Promise<void>, effect: CallEffect): Promise<void> =>
    from
      .then(() => (isAbandoned ? undefined : desk(effect, live)))
      .catch((problem: unknown) => report(problem, initial.id));

  /** An order the exchange could not carry out. What cannot ring has ended, what cannot be said counts as said. */
  function failed(effect: CallEffect, problem: unknown): void {
    report(problem, initial.id);
    if (effect.type === 'ringAgent' || effect.type === 'ringNumber')
      send({ type: 'legEnded', leg: effect.leg, cause: 'failed', sipStatus: null, by: 'us' });
    else if (effect.type === 'play') send({ type: 'played', leg: effect.leg, playId: effect.playId, completed: true });
    else if (effect.type === 'answer' || effect.type === 'bridge') send({ type: 'broke' });
  }

  const live: DrivenCall = {
    current: driven.current,
    send,
    nowMs: own.nowMs,
    abandon() {
      isAbandoned = true;
      driven.clearTimers();
    },
    async settled() {
      for (let lanes: unknown[] = []; lanes[0] !== phoneLane || lanes[1] !== deskLane;) {
        lanes = [phoneLane, deskLane];
        await Promise.all(lanes);
      }
    },
  };
  return live;
}
