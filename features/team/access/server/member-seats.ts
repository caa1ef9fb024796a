import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { ACCESS_CHANGED } from '../contract.ts';
import { applyAccessChanges } from './access-change.ts';
import { lockSeats, refuseBeyondSeats } from './seat-limits.ts';

export interface MemberSeats {
  textSeat: boolean;
  voiceSeat: boolean;
}

/** The seats of a member, held until the transaction ends; null for nobody. Before every other lock, as `lockSeats` says. */
export const holdSeats = async (tx: TenantTx, userId: number): Promise<MemberSeats | null> =>
  (await holdSeatsOf(tx, [userId])).get(userId) ?? null;

/** The same of several members; who is none is left out. */
export async function holdSeatsOf(tx: TenantTx, userIds: readonly number[]): Promise<Map<number, MemberSeats>> {
  await lockSeats(tx);
  const { rows } = await sql<MemberSeats & { userId: number }>`
    select user_id "userId", text_seat "textSeat", voice_seat "voiceSeat" from member where user_id = any(${userIds}::bigint[]) order by user_id for update`.execute(
    tx.as(),
  );
  return new Map(rows.map(({ userId, ...seats }) => [userId, seats]));
}

/** Takes the voice seats of members who were held. */
export async function takeVoiceSeats(
  world: Pick<World, 'sessions'>,
  tx: TenantTx,
  userIds: readonly number[],
): Promise<void> {
  await sql`update member set voice_seat = false where user_id = any(${userIds}::bigint[])`.execute(tx.as());
  await applyAccessChanges(world, tx, userIds);
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
