import { addMember } from '#features/team/account/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { Failure } from '#shared/errors.ts';
import { builtInRole, givable } from './member-roles.ts';
import type { MemberSeats } from './member-seats.ts';
import { membersRepo, type MemberBefore } from './members.repo.ts';
import { keysOf, refuseBeyond } from './reach.ts';
import { lockSeats, refuseBeyondSeats } from './seat-limits.ts';

/** A member whom the caller holds all keys of, held until the transaction ends: what opens their account opens those too. Owners are below owners alone. */
export async function memberBelow(tx: TenantTx, caller: Caller, userId: number): Promise<MemberBefore> {
  const member = await membersRepo(tx).lock(userId);
  if (!member) throw new Failure('notFound');
  if (member.isOwner && !caller.isOwner) throw new Failure('notAllowed', 'isOwner');
  refuseBeyond(caller, keysOf(member.roles));
  return member;
}

/** Gives a new person a place as an agent, with the role that comes with every tenant. Throws `seatLimitReached`. */
export async function enrolAgent(
  tx: TenantTx,
  caller: Caller,
  { userId, nickName, ...seats }: MemberSeats & { userId: number; nickName: string },
): Promise<void> {
  await lockSeats(tx);
  const role = await builtInRole(tx, 'agent');
  const roleIds = role === null ? [] : [role];
  await givable(tx, caller, roleIds);
  await addMember(tx, { tenantId: tx.tenantId, userId, nickName, ...seats, roleIds });
  await refuseBeyondSeats(tx, seats);
}
