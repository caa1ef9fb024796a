import type { Call } from '#core/call/call.ts';
import type { CallEffect, CallEvent } from '#core/call/call-events.ts';
import { driveTimed, type Performed } from '#core/timed-machine.ts';
import { openTimers } from '#core/timers.ts';
import { lastingClock } from '#platform/server/clock.ts';
import { callMachine } from '../core/call-machine.ts';
import { keptAfter, keptFirst, type KeptCall } from '../core/kept-call.ts';
import { openCallLanes } from './call-lanes.ts';
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

/** Of a call that ends with its home: what was heard in it is nobody else's to say. Board and line are the next home's. */
const LAST_WORDS: ReadonlySet<CallEffect['type']> = new Set(['open', 'note', 'close', 'dialEnded']);

const NOT_IN_TIME = 408;

/** Begun in order, and kept in order by whom they are for: the board takes one event of an agent after another, and so does the book of a call. */
const TOGETHER: ReadonlySet<CallEffect['type']> = new Set(['sendToBoard', 'open', 'note', 'close']);

/**
 * Drives one call. Its events are taken one after another, and so are its orders to the exchange; what is written down
 * and told to others has a lane of its own, so that a slow database never keeps a phone ringing. Whatever goes wrong ends
 * this call and no other.
 */
export function openLiveCall(
  initial: Call,
  { clock, after, phone, desk, emitNews, changed, keep, report }: LiveCallParts,
  found: KeptCall | null = null,
): DrivenCall {
  const own = lastingClock(clock, Math.max(clock.nowMs(), found?.atMs ?? initial.facts.startedMs));
  let kept = found ?? keptFirst(initial, own.nowMs());
  /** What is told of a call that was found before it is taken up. */
  let untold: CallEvent[] | null = found ? [] : null;
  const { promise: takenUp, resolve: isTakenUp } = Promise.withResolvers<void>();
  const foundTimers = openTimers(after);
  const lanes = openCallLanes((problem) => report(problem, initial.id));
  let isAbandoned = false;
  let hasLostHome = false;

  const machine: typeof callMachine = (state, event) => {
    const step = callMachine(state, event);
    if (keep) kept = keptAfter(kept, event, step);
    return step;
  };
  const driven = driveTimed<Call, CallEvent & { nowMs: number }, CallEffect>(machine, initial, perform, {
    after,
    wake: send,
  });

  function clearTimers(): void {
    driven.clearTimers();
    foundTimers.clear();
  }

  function send(event: CallEvent): void {
    if (isAbandoned) return;
    if (untold) return void untold.push(event);
    const before = driven.current();
    try {
      driven.send({ ...event, nowMs: own.nowMs() });
    } catch (problem) {
      report(problem, initial.id);
      if (event.type !== 'broke') return send({ type: 'broke' });
    }
    if (driven.current() === before) return;
    if (driven.current().at === 'over') clearTimers();
    // From its first moment on, whatever it has to wait for.
    if (keep && event.type === 'begun') keep(kept);
    if (keep) lanes.together(keptNow(keep));
    changed(before, live);
  }

  /** As it is now, whatever comes before it is written. */
  function keptNow(write: (now: KeptCall) => void): () => void {
    const now = kept;
    return () => (isAbandoned ? undefined : write(now));
  }

  /** What ran in the process that is gone runs on: its timers, and how long legs may ring. */
  function windUp({ timers, rings }: KeptCall): void {
    const nowMs = own.nowMs();
    for (const { dueMs, event } of timers) foundTimers.later(Math.max(0, dueMs - nowMs), () => send(event));
    for (const { leg, untilMs } of rings)
      foundTimers.later(Math.max(0, untilMs - nowMs), () => {
        const party = driven.current().parties.find((one) => one.leg === leg);
        // A mobile that was picked up rings no more, though nobody has taken the call yet.
        if (party?.at !== 'ringing' || party.mobile?.at === 'asked') return;
        perform({ type: 'hangUp', leg });
        send({ type: 'legEnded', leg, cause: 'noAnswer', sipStatus: NOT_IN_TIME, by: 'us' });
      });
  }

  function perform(effect: Performed<CallEffect>): void {
    const call = driven.current();
    if (effect.type === 'emitCampaignNews') return hasLostHome ? undefined : emitNews(live, effect.news, effect.atMs);
    const isOurs = (): boolean => !isAbandoned && (!hasLostHome || LAST_WORDS.has(effect.type));
    const work = (): Promise<void> | undefined => (isOurs() ? desk(effect, live) : undefined);
    if (PHONE_EFFECTS.has(effect.type))
      lanes.phone(
        () => (isAbandoned ? undefined : phone(effect, call, live)),
        (problem) => failed(effect, problem),
      );
    else if (TOGETHER.has(effect.type)) lanes.together(work);
    else lanes.desk(work);
  }

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
    takeUp(legs) {
      const waitingEvents = untold ?? [];
      untold = null;
      if (!found || isAbandoned) return;
      windUp(found);
      send({ type: 'takenUp', said: found.said, ...legs });
      // That somebody answered meanwhile was said with it.
      for (const event of waitingEvents)
        if (event.type !== 'legAnswered' || !legs.answered.includes(event.leg)) send(event);
      isTakenUp();
    },
    notYet: () => (untold ? takenUp : null),
    loseHome() {
      hasLostHome = true;
      send({ type: 'homeLost' });
    },
    abandon() {
      isAbandoned = true;
      isTakenUp();
      clearTimers();
    },
    settled: lanes.settled,
  };
  return live;
}
