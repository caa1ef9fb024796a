import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { Origin } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { applyGifts, type GiftedMember } from './member-gifts.ts';
import { bringRoles, rolesOf } from './newcomers.ts';
import { readCompanyGroups } from './company-groups.repo.ts';
import type { Company } from './sso.repo.ts';

/**
 * Brings a member's roles, seats and groups of agents up to what the company's groups give, as its provisioning said them
 * last: of several at once the last to come finds what all of them said. Whoever finds no seat left goes without.
 */
export async function takeGroups(
  world: Pick<World, 'db' | 'log' | 'sessions'>,
  company: Company,
  member: GiftedMember,
  origin: Origin,
): Promise<void> {
  const { tenantId, userId } = member;
  const readGroups = async (tx: Tx): Promise<ReadonlySet<string>> =>
    new Set(await readCompanyGroups(tx, tenantId, userId));
  await world.db.everyTenant('which roles came by the company is out of reach of requests', async (tx) => {
    await sql`select 1 from member where tenant_id = ${tenantId} and user_id = ${userId} for update`.execute(tx.as());
    await bringRoles(tx, member, await rolesOf(tx, company, await readGroups(tx)));
    await world.sessions.changed(tx, { userId });
  });
  if (!(await applyGifts(world, company, member, readGroups, origin)))
    world.log.warn({ tenantId, userId }, 'no seat left for what the company’s groups give');
}
