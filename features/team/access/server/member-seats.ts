import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { ACCESS_CHANGED } from '../contract.ts';
import { lockSeats, refuseBeyondSeats } from './seat-limits.ts';

export interface MemberSeats {
  textSeat: boolean;
  voiceSeat: boolean;
}

/** The seats of a member, held until the transaction ends; null for nobody. Before every other lock, as `lockSeats` says. */
export async function holdSeats(tx: TenantTx, userId: number): Promise<MemberSeats | null> {
  await lockSeats(tx);
  const { rows } = await sql<MemberSeats>`
    select text_seat "textSeat", voice_seat "voiceSeat" from member where user_id = ${userId} for update`.execute(
    tx.as(),
  );
  return rows[0] ?? null;
}

/** Gives and takes seats of a member who was held; answers which they have then: one that is not there is not given. */
export async function giveSeats(
  { sessions }: Pick<World, 'sessions'>,
  tx: TenantTx,
  userId: number,
  wanted: MemberSeats,
  before: MemberSeats,
): Promise<MemberSeats> {
  let seats = {
    textSeat: wanted.textSeat && before.textSeat,
    voiceSeat: wanted.voiceSeat && before.voiceSeat,
  };
  for (const kind of ['textSeat', 'voiceSeat'] as const) {
    if (!wanted[kind] || before[kind]) continue;
    const more = { ...seats, [kind]: true };
    await write(tx, userId, more);
    if (await fits(tx, more, seats)) seats = more;
  }
  await write(tx, userId, seats);
  await sessions.changed(tx, { userId });
  await tx.push({ kind: ACCESS_CHANGED, body: {}, to: { userId } });
  return seats;
}

const write = (tx: TenantTx, userId: number, { textSeat, voiceSeat }: MemberSeats) =>
  sql`update member set text_seat = ${textSeat}, voice_seat = ${voiceSeat} where user_id = ${userId}`.execute(tx.as());

/** Whether there are as many seats as are given now. */
async function fits(tx: TenantTx, after: MemberSeats, before: MemberSeats): Promise<boolean> {
  try {
    await refuseBeyondSeats(tx, after, before);
    return true;
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.name === 'seatLimitReached') return false;
    throw thrown;
  }
}
