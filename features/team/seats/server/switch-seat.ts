import type { Caller } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import type { SeatKind } from '#shared/codes/seat-kind.ts';
import { SeatOnline } from '#shared/codes/seat-online.ts';
import { Failure } from '#shared/errors.ts';
import { SEAT_SWITCHED, SEATS_CHANGED, type SeatState } from '../contract.ts';
import { seatsRepo, stateOf } from './seats.repo.ts';
import { holdsSeat } from './shared-seats.ts';

/** Changes where the caller works; their other tabs follow. */
export function switchSeat(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  caller: Caller,
  decide: (now: SeatState & { textSeat: boolean; voiceSeat: boolean }) => {
    online: boolean;
    seatInUse: SeatKind | null;
  },
  { wantsSeat = false, isGone = false } = {},
): Promise<SeatState> {
  return db.tenant(caller, async (tx) => {
    const repo = seatsRepo(tx);
    const hasSeat = !wantsSeat || (await holdsSeat(tx, caller.userId, 'text', clock.nowMs()));
    await repo.lock(caller.userId);
    const row = (await repo.find(caller.userId))!;
    const before = stateOf(row);
    const next = decide({ ...before, textSeat: row.textSeat, voiceSeat: row.voiceSeat });
    if (!hasSeat) throw new Failure('seatNotGranted');
    await repo.keep(caller.userId, next);
    const after = stateOf({ ...row, online: next.online, seat_in_use: next.seatInUse });
    caller.operation.note(caller.name, { before, after });
    if (JSON.stringify(before) !== JSON.stringify(after))
      await tx.push({ kind: SEATS_CHANGED, body: after, to: { userId: caller.userId } });
    if (before.online_status !== after.online_status)
      await tx.announce(SEAT_SWITCHED, {
        tenantId: tx.tenantId,
        userId: caller.userId,
        online: after.online_status === SeatOnline.online,
        isGone,
      });
    return after;
  });
}
