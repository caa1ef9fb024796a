import { sql } from 'kysely';
import { GONE_MS } from '#core/agent-status/agent-machine.ts';
import { seatLine } from '../core/seat-line.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { textOnce } from '#platform/server/db/text-once.ts';
import type { SeatKind } from '#shared/codes/seat-kind.ts';
import { SeatType } from '#shared/codes/seat-type.ts';
import { SEAT_ALLOCATED, type SeatAllocated, type SeatPlace } from '../contract.ts';
import { seatClaimsRepo } from './seat-claims.repo.ts';
import { limitOf, seatsRepo, seatTypeOf } from './seats.repo.ts';
import { goOnline } from './take-offline.ts';

/*
 * Seats a team shares (`features/team/seats/core/seat-line.ts` decides). Rules of this file:
 * 1. Whoever changes claims, or goes to work at a shared seat, holds the lock of tenant and kind; it comes before any member's row.
 * 2. Whoever goes offline holds no such lock: the seat is left afterwards, by an announcement, and only if nobody works at it.
 */

/** Names of the tenant's settings that this feature reads. */
export const seatSettings = { type: 'SeatType', textLimit: 'SeatLimitText', voiceLimit: 'SeatLimitVoice' } as const;

/** So long is a place in the line kept, and a seat, while no page is there. */
export const PLACE_LOST_MS = 60_000;
/** The board of agents has waited already when it says that a page is gone. */
export const seatLostMs = (kind: SeatKind): number => (kind === 'voice' ? PLACE_LOST_MS - GONE_MS : PLACE_LOST_MS);

/** The same question, to be asked along with others. */
export const sharedSeats = textOnce(
  () => sql<{ areShared: boolean }>`
    select exists (select from tenant_setting where name = ${seatSettings.type} and value = ${String(SeatType.queued)}) "areShared"`,
)();

export const areShared = async (tx: TenantTx): Promise<boolean> =>
  seatTypeOf(await seatsRepo(tx).setting(seatSettings.type)) === SeatType.queued;

/** Null: as many as wanted. */
export const seatLimitOf = async (tx: TenantTx, kind: SeatKind): Promise<number | null> =>
  limitOf(await seatsRepo(tx).setting(kind === 'text' ? seatSettings.textLimit : seatSettings.voiceLimit));

/** How many may be used at once where a team shares its seats; null: there is no such limit. */
export async function sharedSeatLimits(tx: TenantTx): Promise<Record<SeatKind, number | null>> {
  if (!(await areShared(tx))) return { text: null, voice: null };
  return { text: await seatLimitOf(tx, 'text'), voice: await seatLimitOf(tx, 'voice') };
}

/** Whether somebody may go to work at a seat of a kind: always at one of their own, at a shared one after it was granted. Call it before locking anybody's row. */
export async function holdsSeat(tx: TenantTx, userId: number, kind: SeatKind, nowMs: number): Promise<boolean> {
  if (!(await areShared(tx))) return true;
  const repo = seatClaimsRepo(tx);
  await repo.lock(kind);
  return repo.use(userId, kind, seatLostMs(kind), nowMs);
}

/** Gives free seats to those who wait, takes those nobody uses, and tells everybody whose place changed. The caller holds the lock. */
export async function serveSeats(tx: TenantTx, kind: SeatKind, nowMs: number): Promise<void> {
  const repo = seatClaimsRepo(tx);
  const claims = await repo.claims(kind);
  const limit = (await areShared(tx)) ? await seatLimitOf(tx, kind) : null;
  const { granted, lost, waiting } = seatLine(
    claims,
    { limit, seatLostMs: seatLostMs(kind), placeLostMs: PLACE_LOST_MS },
    nowMs,
  );
  await repo.remove(
    lost.map(({ userId }) => userId),
    kind,
  );
  const unknown = claims.filter(({ hasRow }) => !hasRow);
  await repo.grant(
    [...granted, ...unknown].map(({ userId }) => userId),
    kind,
    nowMs,
  );
  for (const { userId, isWorking } of granted) {
    if (kind === 'text' && !isWorking) await goOnline(tx, userId);
    await pushSeat(tx, userId, kind, { at: 'granted', ahead: 0 });
  }
  for (const { userId, isGranted } of lost)
    if (!isGranted) await pushSeat(tx, userId, kind, { at: 'none', ahead: 0 }, true);
  if (granted.length > 0 || lost.length > 0)
    await pushPlaces(
      tx,
      kind,
      waiting.map(({ userId }) => userId),
    );
}

/** Takes a claim of somebody who does not work; what they leave is given to others. The caller holds the lock. */
export async function leaveSeat(tx: TenantTx, userId: number, kind: SeatKind, nowMs: number): Promise<void> {
  const repo = seatClaimsRepo(tx);
  const before = await repo.place(userId, kind);
  if (!(await repo.leave(userId, kind))) return;
  if (before.at === 'waiting') {
    await pushSeat(tx, userId, kind, { at: 'none', ahead: 0 });
    await pushPlaces(
      tx,
      kind,
      (await repo.claims(kind))
        .filter(({ isGranted, isWorking }) => !isGranted && !isWorking)
        .sort((a, b) => a.askedNo - b.askedNo)
        .map(({ userId: other }) => other),
    );
  }
  await serveSeats(tx, kind, nowMs);
}

async function pushPlaces(tx: TenantTx, kind: SeatKind, waiting: readonly number[]): Promise<void> {
  for (const [ahead, userId] of waiting.entries()) await pushSeat(tx, userId, kind, { at: 'waiting', ahead });
}

const pushSeat = (tx: TenantTx, userId: number, type: SeatKind, place: SeatPlace, isLost = false): Promise<void> =>
  tx.push({ kind: SEAT_ALLOCATED, body: { type, ...place, isLost } satisfies SeatAllocated, to: { userId } });
