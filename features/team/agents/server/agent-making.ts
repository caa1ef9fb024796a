import { sql } from 'kysely';
import { builtInRole, enrolAgent, giveSeats, holdSeats, inviteMember } from '#features/team/access/server/index.ts';
import { makePerson, newFirstPassword, type Passwords } from '#features/team/account/server/index.ts';
import type { MemberJoined } from '#features/team/account/contract.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { Failure } from '#shared/errors.ts';
import { AgentPhoneWish, type AgentWish, type NewAgent } from '../contract/roster.ts';
import type { RosterParts } from './roster-parts.ts';
import { rosterRepo } from './roster.repo.ts';

/*
 * Making agents: person, member, seat, phone and groups in one transaction, or nothing of it. Rules:
 * 1. A member without a phone is given one, whatever way in was wished; one who has a phone is refused.
 * 2. Somebody new with a first password is there at once. An address that has an account is refused: its password is its
 *    person's alone.
 * 3. Somebody invited gets the phone that was promised when they accept.
 * 4. Everybody new has the role of agents that came with the tenant, if whoever makes them may give it.
 */

/** A wish with what takes time before the transaction. */
export interface PreparedWish {
  wish: AgentWish;
  first: { password: string; hash: string } | null;
}

export const prepare = (passwords: Passwords, wishes: readonly AgentWish[]): Promise<PreparedWish[]> =>
  Promise.all(
    wishes.map(async (wish) => {
      if (wish.entrance !== 'password') return { wish, first: null };
      if (wish.name === '') throw new Failure('invalidInput', 'name: somebody who comes in at once needs one');
      const password = newFirstPassword();
      return { wish, first: { password, hash: await passwords.hash(password) } };
    }),
  );

export async function makeAgents(
  parts: RosterParts,
  tx: TenantTx,
  caller: Caller,
  prepared: readonly PreparedWish[],
): Promise<NewAgent[]> {
  const members = await rosterRepo(tx, parts.needs).members(prepared.map(({ wish }) => wish.email));
  const made: NewAgent[] = [];
  for (const { wish, first } of prepared) {
    const { email, name } = wish;
    const member = members.get(email);
    const newAgent = { email, name, wasMember: member !== undefined, userId: null, password: null };
    if (member) {
      if (member.isAgent) throw new Failure('agentExists', email);
      if (!member.mayEnter) throw new Failure('alreadyMember', email);
      await giveVoiceSeat(parts, tx, member.userId, wish);
      made.push({ ...newAgent, userId: member.userId });
    } else if (first) {
      const userId = await makePerson(tx, { email, passwordHash: first.hash, language: caller.language });
      if (userId === null) throw new Failure('firstPasswordRefused', email);
      await enrolAgent(tx, caller, { userId, nickName: name, voiceSeat: true, textSeat: wish.textSeat });
      await givePhone(parts, tx, userId, wish);
      made.push({ ...newAgent, userId, password: first.password });
    } else {
      await promisePhone(tx, caller, wish);
      made.push(newAgent);
    }
  }
  return made;
}

/** Rule 1. */
async function giveVoiceSeat(parts: RosterParts, tx: TenantTx, userId: number, wish: AgentPhoneWish): Promise<void> {
  const before = (await holdSeats(tx, userId))!;
  const seats = { voiceSeat: true, textSeat: before.textSeat || wish.textSeat };
  const given = await giveSeats(parts.world, tx, userId, seats, before);
  if (given.voiceSeat !== seats.voiceSeat || given.textSeat !== seats.textSeat) throw new Failure('seatLimitReached');
  await givePhone(parts, tx, userId, wish);
}

async function givePhone({ needs }: RosterParts, tx: TenantTx, userId: number, wish: AgentPhoneWish): Promise<void> {
  await rosterRepo(tx, needs).give(userId, wish);
  if (wish.groupIds.length > 0) await needs.regroup(tx, [userId], { into: wish.groupIds, outOf: [] });
  if (wish.skills.length > 0) await needs.setSkills(tx, userId, wish.skills);
}

/** Rule 3. */
async function promisePhone(tx: TenantTx, caller: Caller, wish: AgentWish): Promise<void> {
  const role = await builtInRole(tx, 'agent');
  const { id } = await inviteMember(tx, caller, {
    email: wish.email,
    roleIds: role === null ? [] : [role],
    textSeat: wish.textSeat,
    voiceSeat: true,
  });
  await sql`insert into agent_promise (invitation_id, wish) values (${id}, ${JSON.stringify(AgentPhoneWish.parse(wish))}::jsonb)`.execute(
    tx.as(),
  );
}

/** Keeps what was promised to somebody who came by an invitation; heard twice it does nothing. A group that went away meanwhile is left out. */
export const keepPromise = (parts: RosterParts, { tenantId, userId, invitationId }: MemberJoined): Promise<void> =>
  parts.world.db.tenant({ tenantId }, async (tx) => {
    const { rows } = await sql<{
      wish: unknown;
    }>`delete from agent_promise where invitation_id = ${invitationId} returning wish`.execute(tx.as());
    if (rows[0]) await givePhone(parts, tx, userId, AgentPhoneWish.parse(rows[0].wish));
  });
