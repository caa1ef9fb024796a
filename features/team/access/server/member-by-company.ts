import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { refuseLosingOperator } from '#platform/server/operators.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { applyAccessChange } from './access-change.ts';
import { giveSeats } from './member-seats.ts';
import { membersRepo } from './members.repo.ts';
import { lockSeats } from './seat-limits.ts';

/** What a company says of a member through its provisioning; what it leaves out stays. */
export interface CompanyWord {
  nickName?: string | undefined;
  enabled?: boolean | undefined;
}

const NO_SEATS = { textSeat: false, voiceSeat: false };

/**
 * Names a member, lets them in or shuts them out by the company's word, with all that the same change on the page of
 * members does. Who is let in again and finds no seat left comes in without it. Throws `lastOwner`, `operatorStays`.
 */
export async function changeByCompany(
  { sessions }: Pick<World, 'sessions'>,
  tx: TenantTx,
  userId: number,
  word: CompanyWord,
): Promise<void> {
  const members = membersRepo(tx);
  await lockSeats(tx);
  const owners = await members.lockOwners();
  const before = await members.lock(userId);
  if (!before) throw new Failure('notFound');
  const { nickName = before.nickName, enabled = before.enabled } = word;
  if (nickName === before.nickName && enabled === before.enabled) return;
  if (!enabled && owners.length === 1 && owners[0] === userId) throw new Failure('lastOwner');
  if (!enabled) await refuseLosingOperator(tx, { userId, tenantId: tx.tenantId });
  await sql`update member set nick_name = ${nickName}, enabled = ${enabled} where user_id = ${userId}`.execute(tx.as());
  if (enabled && !before.enabled) await giveSeats({ sessions }, tx, userId, before, NO_SEATS);
  await applyAccessChange({ sessions }, tx, { userId, isShutOut: before.enabled && !enabled });
}
