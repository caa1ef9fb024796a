import { sql } from 'kysely';
import { giveSeats, holdSeats } from '#features/team/access/server/index.ts';
import { groupsOfMember, setGroupsOfMember } from '#features/team/agent-groups/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Origin } from '#platform/server/http/caller.ts';
import { Operation } from '#platform/server/http/operation.ts';
import type { World } from '#platform/server/world.ts';
import { bringGifts, giftsOf, NO_GIFTS, type Gifts } from '../core/group-gifts.ts';
import type { Company } from './sso.repo.ts';

/** What happens to a member by the company's word, as the operation log has it. */
export const APPLY_GROUPS = 'applyGroups';

/** Somebody who gets what the company's groups give. */
export interface GiftedMember {
  tenantId: number;
  userId: number;
  name: string;
}

/**
 * Brings seats and groups of agents of somebody up to what the company's groups give. Answers whether all of it was
 * there to be given: whoever finds no seat left comes in without one.
 */
export async function applyGifts(
  { db, sessions }: Pick<World, 'db' | 'sessions'>,
  { roleMappings }: Pick<Company, 'roleMappings'>,
  { tenantId, userId, name }: GiftedMember,
  /** Asked when nobody else changes the member. */
  groupsOf: (tx: TenantTx) => Promise<ReadonlySet<string>>,
  { address, requestId }: Pick<Origin, 'address' | 'requestId'>,
): Promise<boolean> {
  return db.tenant({ tenantId }, async (tx) => {
    const seats = await holdSeats(tx, userId);
    if (!seats) return true;
    const wanted = giftsOf(roleMappings, await groupsOf(tx));
    const held: Gifts = { ...seats, agentGroupIds: await groupsOfMember(tx, userId) };
    const { next, given } = bringGifts(held, await givenBefore(tx, userId), wanted);
    if (isSame(held, next)) {
      await remember(tx, userId, given);
      return true;
    }
    const got = await giveSeats({ sessions }, tx, userId, next, seats);
    await setGroupsOfMember(tx, userId, next.agentGroupIds);
    const after: Gifts = { ...got, agentGroupIds: await groupsOfMember(tx, userId) };
    await remember(tx, userId, {
      textSeat: given.textSeat && got.textSeat,
      voiceSeat: given.voiceSeat && got.voiceSeat,
      agentGroupIds: given.agentGroupIds.filter((id) => after.agentGroupIds.includes(id)),
    });
    if (!isSame(held, after)) {
      const entry = new Operation(
        { module: 'sso', action: APPLY_GROUPS },
        { tenantId, userId, name, address, requestId },
      );
      entry.note(userId, { before: held, after });
      await entry.writeInto(tx);
    }
    return got.textSeat === next.textSeat && got.voiceSeat === next.voiceSeat;
  });
}

async function givenBefore(tx: TenantTx, userId: number): Promise<Gifts> {
  const { rows } = await sql<Gifts>`
    select text_seat "textSeat", voice_seat "voiceSeat", agent_group_ids "agentGroupIds" from sso_member_gift where user_id = ${userId}`.execute(
    tx.as(),
  );
  return rows[0] ?? NO_GIFTS;
}

async function remember(tx: TenantTx, userId: number, { textSeat, voiceSeat, agentGroupIds }: Gifts): Promise<void> {
  await sql`insert into sso_member_gift (user_id, text_seat, voice_seat, agent_group_ids) values (${userId}, ${textSeat}, ${voiceSeat}, ${agentGroupIds})
    on conflict (tenant_id, user_id) do update set text_seat = excluded.text_seat, voice_seat = excluded.voice_seat, agent_group_ids = excluded.agent_group_ids`.execute(
    tx.as(),
  );
}

const isSame = (one: Gifts, other: Gifts): boolean =>
  one.textSeat === other.textSeat &&
  one.voiceSeat === other.voiceSeat &&
  one.agentGroupIds.length === other.agentGroupIds.length &&
  one.agentGroupIds.every((id) => other.agentGroupIds.includes(id));
