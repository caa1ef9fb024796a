import { randomInt } from 'node:crypto';
import type { Call, Party } from '#core/call/call.ts';
import { nothingGoesOn } from '#core/call/going-on.ts';
import type { LegId, Telephony, TelephonyEvent } from '#core/telephony/telephony.port.ts';
import type { CallBook, KeptCallRow } from '#features/voice/call-records/server/index.ts';
import { goingOn } from '../core/going-on.ts';
import { readCall, type KeptCall } from '../core/kept-call.ts';
import type { AnswererEars } from './answerer-ears.ts';
import type { CallDesk } from './call-desk.ts';
import type { CallFlows } from './call-flows.ts';
import type { CallMeters } from './call-meters.ts';
import type { DeskCalls } from './desk-calls.ts';
import type { DrivenCall } from './live-call.ts';
import type { QualityNotes } from './quality-notes.ts';
import type { RecordingNotes } from './recording-notes.ts';

interface DeskMovesParts {
  telephony: Pick<Telephony, 'hangUp' | 'isAnswered' | 'legs' | 'outlivesProcess'>;
  book: Pick<CallBook, 'closeAbandoned' | 'kept' | 'leftBehind' | 'settled'>;
  desk: Pick<DeskCalls, 'abandon' | 'byId' | 'byLeg' | 'count' | 'find' | 'ofTenant'>;
  flows: Pick<CallFlows, 'abandon'>;
  ears: Pick<AnswererEars, 'forget'>;
  meters: Pick<CallMeters, 'forget' | 'takeUp'>;
  recordings: Pick<RecordingNotes, 'began' | 'forget' | 'isAwaited'>;
  quality: Pick<QualityNotes, 'forget'>;
  isDraining?: () => boolean;
  /** It was offered just now. */
  isArriving(leg: LegId): boolean;
  /** Everybody who sees something of the call is told. */
  show(call: Call): void;
  /** Nobody waits for ever. */
  inTime(done: Promise<void>): Promise<void>;
  report(problem: unknown): void;
}

/** Of a leg that was led by nobody for a while. */
export type FoundAgain = (event: Extract<TelephonyEvent, { type: 'legFound' }>) => void;

/** What becomes of the calls of a tenant when its desk moves from one process to another, or the tenant stands still. */
export function deskMoves(
  parts: DeskMovesParts,
): Pick<
  CallDesk,
  | 'count'
  | 'endAll'
  | 'goingOn'
  | 'isBusy'
  | 'isDraining'
  | 'moveIn'
  | 'moveOut'
  | 'leftBehind'
  | 'takeUp'
  | 'writeDown'
> & { foundAgain: FoundAgain } {
  const { telephony, book, desk, recordings, isDraining = () => false } = parts;
  /** Whose calls are known, as far as there are any. */
  const movedIn = new Set<number>();
  return {
    count: desk.count,
    isDraining,
    isBusy: (tenantId) =>
      (!telephony.outlivesProcess && desk.ofTenant(tenantId).length > 0) || recordings.isAwaited(tenantId),
    endAll(tenantId) {
      for (const live of desk.ofTenant(tenantId)) live.send({ type: 'stopped' });
    },
    async moveIn(tenantId) {
      const found = telephony.outlivesProcess ? await findCalls(parts, await book.kept(tenantId)) : [];
      movedIn.add(tenantId);
      if (telephony.outlivesProcess) await hangUpStrays(parts, tenantId);
      await book.closeAbandoned(tenantId, found);
    },
    // Its call was closed while nobody could reach it: whoever talks there is recorded nowhere and pays nothing.
    foundAgain({ leg, tenantId }) {
      if (movedIn.has(tenantId) && isStray(parts, leg)) telephony.hangUp(leg).catch(parts.report);
    },
    goingOn: (tenantId) =>
      telephony.outlivesProcess ? goingOn(desk.ofTenant(tenantId).map((live) => live.current())) : nothingGoesOn,
    async takeUp(tenantId) {
      if (!telephony.outlivesProcess) return;
      const living = await telephony.legs();
      const answered = living.filter((leg) => telephony.isAnswered(leg));
      for (const live of desk.ofTenant(tenantId))
        try {
          live.takeUp({ living, answered });
          parts.meters.takeUp(live.current());
          parts.show(live.current());
        } catch (problem) {
          // Whatever is wrong with one, the others go on.
          parts.report(problem);
        }
    },
    async writeDown(tenantId) {
      if (telephony.outlivesProcess) await parts.inTime(written(parts, tenantId));
    },
    async moveOut(tenantId) {
      const known = desk.ofTenant(tenantId);
      movedIn.delete(tenantId);
      // The next home goes on from what is written.
      if (telephony.outlivesProcess) await parts.inTime(written(parts, tenantId));
      else await endHere(parts, known);
      // That may be this process again by now, with calls of its own; else those that began meanwhile are given up as well.
      const left = movedIn.has(tenantId) ? known.filter(isThere(desk)) : desk.ofTenant(tenantId);
      const legs = desk.abandon(left);
      for (const leg of legs) parts.quality.forget(leg);
      for (const { id: callId } of left.map((live) => live.current())) {
        parts.flows.abandon(callId);
        parts.ears.forget(callId);
        parts.meters.forget(callId);
        // Whoever goes on with the call hears of its recording.
        if (telephony.outlivesProcess) recordings.forget(callId);
      }
      if (!telephony.outlivesProcess) await hangUpAll(parts, legs);
    },
    leftBehind: book.leftBehind,
  };
}

/** What the calls of a tenant asked for is done and written, or cannot be. */
async function written({ desk, book }: DeskMovesParts, tenantId: number): Promise<void> {
  await Promise.all(desk.ofTenant(tenantId).map((live) => live.settled()));
  await book.settled(tenantId);
}

/** Legs end with the home they are at; what was heard until then is said, while the calls are still known. */
async function endHere(parts: DeskMovesParts, left: readonly DrivenCall[]): Promise<void> {
  const legs = left.flatMap((live) => live.current().parties.map(({ leg }) => leg));
  for (const live of left) live.loseHome();
  await hangUpAll(parts, legs);
  await parts.inTime(Promise.all(left.map((live) => live.settled())).then(() => {}));
}

/** One that cannot be is told of, and keeps nobody else. */
async function hangUpAll({ telephony, report }: DeskMovesParts, legs: readonly LegId[]): Promise<void> {
  await Promise.all(legs.map((leg) => telephony.hangUp(leg).catch(report)));
}

/** Not over and forgotten meanwhile. */
const isThere =
  (desk: Pick<DeskCalls, 'byId'>) =>
  (live: DrivenCall): boolean =>
    desk.byId(live.current().id) === live;

/** Calls that another process drove and somebody is still in: they are known from here on. */
async function findCalls(
  { telephony, desk, recordings }: DeskMovesParts,
  rows: readonly KeptCallRow[],
): Promise<string[]> {
  const living = new Set(await telephony.legs());
  const found: string[] = [];
  for (const row of rows) {
    const kept = readCall(row.version, row.text);
    if (!kept || desk.byId(row.callId) !== undefined || !kept.call.parties.some(isWorthIt(living))) continue;
    desk.find(named(kept));
    for (const recording of recordingsOf(kept.call)) recordings.began(recording, kept.call);
    found.push(row.callId);
  }
  return found;
}

/** Of calls that are not gone on with, whose first word was not written yet, or whose last one was. */
async function hangUpStrays(parts: DeskMovesParts, tenantId: number): Promise<void> {
  const { telephony } = parts;
  const strays = (await telephony.legs(tenantId)).filter((leg) => isStray(parts, leg));
  await Promise.all(strays.map((leg) => telephony.hangUp(leg)));
}

const isStray = ({ desk, isArriving }: Pick<DeskMovesParts, 'desk' | 'isArriving'>, leg: LegId): boolean =>
  !desk.byLeg(leg) && !isArriving(leg);

/** A call in which only somebody listens, or leaves, is over. */
const isWorthIt =
  (living: ReadonlySet<LegId>) =>
  ({ leg, role }: Party): boolean =>
    living.has(leg) && role !== 'supervisor';

/** Legs that were rung after the last word was written have their names already, also those that ended since: the next ones get others. */
const named = (kept: KeptCall): KeptCall => ({
  ...kept,
  call: { ...kept.call, made: kept.call.made + randomInt(1, MOST_NAMES) },
});
const MOST_NAMES = 1_000_000;

const recordingsOf = ({ recording, voicemail }: Call): Parameters<RecordingNotes['began']>[0][] => [
  ...(recording === null ? [] : [{ recordingId: recording, kind: 'call' as const }]),
  ...(voicemail?.recordingId ? [{ recordingId: voicemail.recordingId, kind: 'voicemail' as const }] : []),
];
