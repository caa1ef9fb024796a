import { CallOutcome } from '#shared/codes/call-outcome.ts';

/**
 * What clients wrote down themselves, held against what the product says afterwards. Nothing here asks the product: whoever compares reads its
 * API first. An answer that never came proves nothing either way, so it counts as neither kept nor lost.
 */

/** `unknown`: no answer came, or one that leaves open whether it was done. */
export type WriteFate = 'acknowledged' | 'refused' | 'unknown';

export interface JournalLine {
  /** What it is known by, inside the product and outside. */
  key: string;
  fate: WriteFate;
}

export interface KeptTally {
  asked: number;
  acknowledged: number;
  refused: number;
  unknown: number;
  /** Acknowledged, and not there. */
  lost: string[];
  /** There more than once. */
  twice: string[];
  /** Refused, or never asked for, and there. */
  unasked: string[];
}

/** Things that are there or not: customers saved, messages sent. */
export function tallyOf(journal: readonly JournalLine[], found: readonly string[]): KeptTally {
  const fates = new Map<string, WriteFate>();
  // Asked again under the same key, an acknowledgement stands whatever came before or after it.
  for (const { key, fate } of journal) if (fates.get(key) !== 'acknowledged') fates.set(key, fate);
  const times = new Map<string, number>();
  for (const key of found) times.set(key, (times.get(key) ?? 0) + 1);
  const count = (fate: WriteFate): number => [...fates.values()].filter((one) => one === fate).length;
  return {
    asked: fates.size,
    acknowledged: count('acknowledged'),
    refused: count('refused'),
    unknown: count('unknown'),
    lost: [...fates].flatMap(([key, fate]) => (fate === 'acknowledged' && !times.has(key) ? [key] : [])),
    twice: [...times].flatMap(([key, n]) => (n > 1 ? [key] : [])),
    unasked: [...times.keys()].filter((key) => (fates.get(key) ?? 'refused') === 'refused'),
  };
}

/** Of what one client sent in this order, whatever stands in another order afterwards. */
export function outOfOrder(sent: readonly string[], found: readonly string[]): string[] {
  const places = new Map(sent.map((key, place) => [key, place]));
  let furthest = -1;
  return found.filter((key) => {
    const place = places.get(key);
    if (place === undefined) return false;
    const isBehind = place < furthest;
    furthest = Math.max(furthest, place);
    return isBehind;
  });
}

/** A call as a phone saw it; moments by the phone's own clock. */
export interface NotedCall {
  callId: string;
  phone: string;
  rangMs: number;
  /** When the product confirmed that it heard the answer. */
  answeredMs: number | null;
  overMs: number | null;
  /** The phone hung up: when the product confirmed that it heard; null: it learned of the end by other ways. */
  heardMs?: number | null;
  /** Something was done to the product while it went on: its end is not the phone's doing. */
  isCut?: boolean;
  /** The phone lost its connection in it: a colleague may have taken the call after it. */
  hasLeft?: boolean;
  /** The product calls somebody: that the phone took it is no answer of theirs. */
  isCallback?: boolean;
}

/** The same call as the product's records have it. */
export interface CallOfRecord {
  callId: string;
  phones: readonly string[];
  answeredMs: number | null;
  endedMs: number | null;
  outcome: CallOutcome;
}

/** So much earlier a colleague may have a call than the phone that was cut off notices it. */
const NOTICED_LATE_MS = 1_000;

export interface CallTally {
  rang: number;
  answered: number;
  records: number;
  /** Answered at a phone, and no record says so. */
  lost: string[];
  /** Two records, or answered at two phones, of which the first had not left it when the other began. */
  twice: string[];
  /** Two calls rang or talked at one phone at once. */
  twoAtOnce: string[];
  /** Over at the phone, and the record is open. */
  open: string[];
  /** The record ends before the phone hung up, or after the product heard of it, by more than is allowed. */
  wrongSeconds: string[];
  /** From hanging up to the word that it was heard, at most: so long the other side's line stayed open. */
  heardLateMs: number;
}

export function callTallyOf(
  phones: readonly NotedCall[],
  records: readonly CallOfRecord[],
  { withinMs }: { withinMs: number },
): CallTally {
  const recordsOf = new Map<string, CallOfRecord[]>();
  for (const record of records) recordsOf.set(record.callId, [...(recordsOf.get(record.callId) ?? []), record]);
  const answered = phones.filter(({ answeredMs }) => answeredMs !== null);
  const phonesOf = new Map<string, Set<string>>();
  for (const { callId, phone } of answered) phonesOf.set(callId, new Set([...(phonesOf.get(callId) ?? []), phone]));
  const answers = Map.groupBy(answered, ({ callId }) => callId);
  const unique = (ids: readonly string[]): string[] => [...new Set(ids)];
  return {
    rang: unique(phones.map(({ callId }) => callId)).length,
    answered: phonesOf.size,
    records: records.length,
    lost: unique(
      answered.flatMap(({ callId, isCallback }) =>
        recordsOf.get(callId)?.some((record) => record.answeredMs !== null || (isCallback && reachedNobody(record)))
          ? []
          : [callId],
      ),
    ),
    twice: unique([
      ...[...recordsOf].flatMap(([callId, all]) => (all.length > 1 ? [callId] : [])),
      ...[...answers].flatMap(([callId, calls]) => (wasTakenTwice(calls) ? [callId] : [])),
    ]),
    twoAtOnce: overlapping(phones),
    open: records.flatMap(({ callId, endedMs }) => (endedMs === null ? [callId] : [])),
    wrongSeconds: unique(
      answered.flatMap((call) => (isWithin(call, recordsOf.get(call.callId) ?? [], withinMs) ? [] : [call.callId])),
    ),
    heardLateMs: Math.max(0, ...answered.map(({ overMs, heardMs }) => (heardMs ?? 0) - (overMs ?? 0))),
  };
}

/** It is over, and says itself that its customer talked to nobody. */
const reachedNobody = ({ endedMs, outcome }: CallOfRecord): boolean =>
  endedMs !== null && !CallOutcome.row(outcome).reached;

/** Whether another phone had a call before the one that had it was cut off. */
function wasTakenTwice(calls: readonly NotedCall[]): boolean {
  const inOrder = calls.toSorted((a, b) => a.answeredMs! - b.answeredMs!);
  return inOrder.some((later, place) =>
    inOrder
      .slice(0, place)
      .some((earlier) => earlier.phone !== later.phone && !hasLeftBefore(earlier, later.answeredMs!)),
  );
}

const hasLeftBefore = ({ hasLeft, overMs }: NotedCall, ms: number): boolean =>
  hasLeft === true && overMs !== null && ms >= overMs - NOTICED_LATE_MS;

/** A call the two sides tell differently, so that a person can see what it was. */
export interface CallDifference {
  call: NotedCall;
  records: readonly CallOfRecord[];
}

/** Every call of this tally that is lost, there twice, or of other seconds, in the order they rang. */
export function differencesOf(
  { lost, twice, wrongSeconds }: CallTally,
  phones: readonly NotedCall[],
  records: readonly CallOfRecord[],
): CallDifference[] {
  const ids = new Set([...lost, ...twice, ...wrongSeconds]);
  return phones
    .filter(({ callId }) => ids.has(callId))
    .toSorted((a, b) => a.rangMs - b.rangMs)
    .map((call) => ({ call, records: records.filter(({ callId }) => callId === call.callId) }));
}

function isWithin({ overMs, isCut, heardMs }: NotedCall, records: readonly CallOfRecord[], withinMs: number): boolean {
  if (overMs === null || isCut || heardMs === null) return true;
  const ends = records.flatMap(({ endedMs }) => endedMs ?? []);
  const latestMs = Math.max(overMs, heardMs ?? overMs) + withinMs;
  return ends.length === 0 || ends.some((endedMs) => endedMs >= overMs - withinMs && endedMs <= latestMs);
}

function overlapping(phones: readonly NotedCall[]): string[] {
  const found: string[] = [];
  const byPhone = Map.groupBy(phones, ({ phone }) => phone);
  for (const [, calls] of byPhone) {
    let untilMs = Number.NEGATIVE_INFINITY;
    let before = '';
    for (const call of calls.toSorted((a, b) => a.rangMs - b.rangMs)) {
      // A call that rings its own phone again, because the page was loaded anew, is one call.
      if (call.rangMs < untilMs && call.callId !== before) found.push(call.callId);
      before = call.callId;
      // One that was never seen to end says nothing about the next.
      untilMs = Math.max(untilMs, call.overMs ?? Number.NEGATIVE_INFINITY);
    }
  }
  return found;
}

/** The longest time without a moment, from the first bound to the last; all of it where there is none. */
export function longestPauseMs(moments: readonly number[], fromMs: number, untilMs: number): number {
  const inside = moments.filter((ms) => ms >= fromMs && ms <= untilMs).toSorted((a, b) => a - b);
  const marks = [fromMs, ...inside, untilMs];
  return marks.slice(1).reduce((longest, ms, at) => Math.max(longest, ms - marks[at]!), 0);
}
