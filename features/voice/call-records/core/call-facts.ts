import type { CallLifeEvent } from '#core/call/call-life.ts';
import type { LossPlace } from '#core/figures/loss.ts';

/** What the life of a call adds up to. Whole seconds, cut off. */
interface CallFacts {
  answeredMs: number | null;
  /** A phone rang, one of ours or the other side's, before the first answer. */
  ringSec: number;
  /** In line until somebody answered or the caller gave up. */
  queueSec: number;
  /** From the answer to the end, without the time on hold. */
  talkSec: number;
  holdSec: number;
  durationSec: number;
  /** Who talked last, else who was rung last; null when nobody was. */
  userId: number | null;
  /** Who talked last; null when nobody of ours answered. */
  talkedUserId: number | null;
  sipNum: string | null;
  /** Where the caller waited last. */
  groupId: number | null;
  surveyScore: number | null;
  /** The best score there was to give. */
  surveyScale: number | null;
  /** Where the caller came to last; it counts for calls nobody of ours talked in. */
  lastPlace: LossPlace;
}

/** Of the question after a call, and of what was noted before scales were. */
export const USUAL_SCALE = 5;

/** Adds up a call from its events, in any state the end found it. Knows nothing of why it ended. */
export function callFacts(startedMs: number, events: readonly CallLifeEvent[], endedMs: number): CallFacts {
  const end = Math.max(startedMs, endedMs);
  const first = (type: CallLifeEvent['type']): number | null =>
    events.find((event) => event.type === type)?.atMs ?? null;
  const answeredMs = first('answered');
  const untilMs = answeredMs ?? end;
  const rangMs = events.find(({ type }) => type === 'agentRang' || type === 'customerRang')?.atMs ?? null;
  const queuedMs = first('queued');
  const heldMs = timeOnHold(events, end);
  const survey = events.findLast((event) => event.type === 'surveyAnswered');
  return {
    answeredMs,
    ringSec: rangMs === null ? 0 : seconds(untilMs - rangMs),
    queueSec: queuedMs === null ? 0 : seconds(untilMs - queuedMs),
    talkSec: answeredMs === null ? 0 : seconds(end - answeredMs - heldMs),
    holdSec: seconds(heldMs),
    durationSec: seconds(end - startedMs),
    ...whoseCall(events),
    groupId: events.findLast((event) => event.type === 'queued')?.groupId ?? null,
    surveyScore: survey?.score ?? null,
    surveyScale: survey ? (survey.scale ?? USUAL_SCALE) : null,
    lastPlace: lastPlace(events),
  };
}

const placeOf: Partial<Record<CallLifeEvent['type'], LossPlace>> = {
  menuBegan: 'menu',
  menuChosen: 'menu',
  flowBegan: 'flow',
  queued: 'line',
  voicemailBegan: 'voicemail',
};

/** Whose phone rings while a line is stood in, it is the line that loses the caller. */
function lastPlace(events: readonly CallLifeEvent[]): LossPlace {
  let place: LossPlace = 'before';
  for (const { type } of events) {
    if (type === 'agentRang') place = place === 'line' ? place : 'ringing';
    else place = placeOf[type] ?? place;
  }
  return place;
}

const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1_000));

/** A hold that the end found open counts to the end; a second hold before a resume is the same hold. */
function timeOnHold(events: readonly CallLifeEvent[], endMs: number): number {
  let total = 0;
  let sinceMs: number | null = null;
  for (const { type, atMs } of events) {
    if (type === 'held') sinceMs ??= atMs;
    if (type !== 'resumed' || sinceMs === null) continue;
    total += Math.max(0, atMs - sinceMs);
    sinceMs = null;
  }
  return sinceMs === null ? total : total + Math.max(0, endMs - sinceMs);
}

function whoseCall(events: readonly CallLifeEvent[]): Pick<CallFacts, 'userId' | 'talkedUserId' | 'sipNum'> {
  const talkedUserId =
    events.filter((event) => event.type === 'answered').findLast(({ userId }) => userId !== null)?.userId ?? null;
  const rang = events
    .filter((event) => event.type === 'agentRang')
    .findLast(({ userId }) => talkedUserId === null || userId === talkedUserId);
  // Somebody whom a phone joined to the call was rung in another one; where the call was handed to is their phone.
  const handedTo =
    talkedUserId === null
      ? undefined
      : events.filter((event) => event.type === 'transferred').findLast(({ userId }) => userId === talkedUserId);
  return { userId: talkedUserId ?? rang?.userId ?? null, talkedUserId, sipNum: rang?.sipNum ?? handedTo?.to ?? null };
}
