/*
 * What the figures of chats mean. Rules:
 * 1. A conversation counts in the period in which it was begun, with everything that became of it later.
 * 2. Waiting is from its beginning to the first agent who had it; the first answer is from its beginning to our first word.
 * 3. Handling is the time it was with agents. An agent's share is their own stints; it counts when the conversation is over.
 * 4. Of an agent the first answer is from getting it to their first word, in the first of their stints that has one.
 * 5. Left unanswered is what ended without a word of ours; for an agent, what ended with them without a word of theirs.
 * 6. The promise was kept when the first answer came within it; it was due for what was answered or left unanswered.
 * 7. A rating belongs to whoever had the conversation when it ended, and to nobody else.
 * 8. Moments are counted in whole seconds. The middle and the nine tenths are values that were: the smallest that half, or
 *    nine tenths, do not exceed.
 */

export type TalkEvent =
  | { what: 'begun'; atMs: number; groupId: number }
  | { what: 'assigned' | 'taken' | 'transferred'; atMs: number; userId: number }
  /** Into a line again; `transferred` when somebody chose it. */
  | { what: 'queued'; atMs: number; transferred: boolean; groupId?: number }
  | { what: 'wrote'; atMs: number; userId: number }
  | { what: 'closed'; atMs: number }
  | { what: 'rated'; rating: number };

/** One conversation, or one agent's part of it, as the figures count it. Null: does not apply (yet). */
export interface Counted {
  answered: boolean;
  unanswered: boolean;
  waitSec: number | null;
  answerSec: number | null;
  handleSec: number | null;
  transfers: number;
  rating: number | null;
}

/** How long something took, over all to which it applies. */
export interface Spread {
  count: number;
  meanSec: number | null;
  medianSec: number | null;
  ninetySec: number | null;
}

export interface ChatFigures {
  begun: number;
  answered: number;
  unanswered: number;
  /** Of `answered + unanswered`: answered within the promise. */
  kept: number;
  transfers: number;
  wait: Spread;
  answer: Spread;
  handle: Spread;
  /** How many gave one star, two, … five. */
  ratings: number[];
}

interface Stint {
  userId: number;
  beganMs: number;
  answerMs: number | null;
  endedMs: number | null;
  endedBy: 'handOver' | 'line' | 'close' | null;
}

const seconds = (fromMs: number, toMs: number): number => Math.max(0, Math.floor((toMs - fromMs) / 1_000));

/** What became of a conversation: as a whole, its group at the end, and the part of every agent. */
export function countTalk(events: readonly TalkEvent[]): {
  whole: Counted;
  groupId: number;
  parts: Map<number, Counted>;
} {
  const stints: Stint[] = [];
  let [begunMs, groupId, transfers] = [0, 0, 0];
  let firstWordMs: number | null = null;
  let closedMs: number | null = null;
  let rating: number | null = null;
  const end = (endedMs: number, endedBy: Stint['endedBy']): void => {
    const last = stints.at(-1);
    if (last?.endedMs === null) Object.assign(last, { endedMs, endedBy });
  };
  for (const event of events) {
    if (event.what === 'begun') [begunMs, groupId] = [event.atMs, event.groupId];
    else if (event.what === 'wrote') {
      firstWordMs ??= event.atMs;
      const last = stints.at(-1);
      if (last?.userId === event.userId) last.answerMs ??= event.atMs;
    } else if (event.what === 'rated') rating = event.rating;
    else if (event.what === 'closed') end((closedMs = event.atMs), 'close');
    else {
      const handedOn = event.what === 'transferred' || (event.what === 'queued' && event.transferred);
      if (handedOn) transfers += 1;
      end(event.atMs, handedOn ? 'handOver' : 'line');
      if (event.what === 'queued') groupId = event.groupId ?? groupId;
      else stints.push({ userId: event.userId, beganMs: event.atMs, answerMs: null, endedMs: null, endedBy: null });
    }
  }
  const isOver = closedMs !== null;
  const sumSec = (own: readonly Stint[]): number =>
    Math.floor(own.reduce((sum, { beganMs, endedMs }) => sum + (endedMs === null ? 0 : endedMs - beganMs), 0) / 1_000);
  const closer = stints.find(({ endedBy }) => endedBy === 'close')?.userId ?? null;
  const parts = new Map<number, Counted>();
  for (const [userId, own] of Map.groupBy(stints, (stint) => stint.userId)) {
    const answered = own.find(({ answerMs }) => answerMs !== null);
    parts.set(userId, {
      answered: answered !== undefined,
      unanswered: closer === userId && !answered,
      waitSec: null,
      answerSec: answered ? seconds(answered.beganMs, answered.answerMs!) : null,
      handleSec: isOver ? sumSec(own) : null,
      transfers: own.filter(({ endedBy }) => endedBy === 'handOver').length,
      rating: closer === userId ? rating : null,
    });
  }
  const whole: Counted = {
    answered: firstWordMs !== null,
    unanswered: isOver && firstWordMs === null,
    waitSec: stints[0] ? seconds(begunMs, stints[0].beganMs) : null,
    answerSec: firstWordMs === null ? null : seconds(begunMs, firstWordMs),
    handleSec: isOver && stints.length > 0 ? sumSec(stints) : null,
    transfers,
    rating,
  };
  return { whole, groupId, parts };
}

/** The smallest of the values that this share of them does not exceed. */
function rank(sorted: Int32Array, share: number): number | null {
  return sorted.length === 0 ? null : sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

/** How long it took, over those to which it applies. */
export function spreadOf(values: readonly (number | null)[] | Int32Array): Spread {
  const sorted =
    values instanceof Int32Array
      ? values.slice().sort()
      : Int32Array.from(values.filter((value) => value !== null)).sort();
  const count = sorted.length;
  return {
    count,
    meanSec: count === 0 ? null : sorted.reduce((sum, value) => sum + value, 0) / count,
    medianSec: rank(sorted, 0.5),
    ninetySec: rank(sorted, 0.9),
  };
}

/** The figures of conversations, or of one agent's parts of them. */
export function figuresOf(counted: readonly Counted[], promiseSec: number): ChatFigures {
  return {
    begun: counted.length,
    answered: counted.filter(({ answered }) => answered).length,
    unanswered: counted.filter(({ unanswered }) => unanswered).length,
    kept: counted.filter(({ answerSec }) => answerSec !== null && answerSec <= promiseSec).length,
    transfers: counted.reduce((sum, { transfers }) => sum + transfers, 0),
    wait: spreadOf(counted.map(({ waitSec }) => waitSec)),
    answer: spreadOf(counted.map(({ answerSec }) => answerSec)),
    handle: spreadOf(counted.map(({ handleSec }) => handleSec)),
    ratings: [1, 2, 3, 4, 5].map((stars) => counted.filter(({ rating }) => rating === stars).length),
  };
}

/** How many gave a rating, and what they gave in the middle of all. */
export function ratingOf(ratings: readonly number[]): { rated: number; mean: number | null } {
  const rated = ratings.reduce((sum, times) => sum + times, 0);
  return {
    rated,
    mean: rated === 0 ? null : ratings.reduce((sum, times, place) => sum + times * (place + 1), 0) / rated,
  };
}
