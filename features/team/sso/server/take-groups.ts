import type { Origin } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { applyGifts, type GiftedMember } from './member-gifts.ts';
import { bringRoles, rolesOf } from './newcomers.ts';
import { keepSaidGroups } from './said-groups.repo.ts';
import type { Company } from './sso.repo.ts';

/**
 * Brings a member's roles, seats and groups of agents up to what the company's groups give. `groups` is what its
 * provisioning says, which is kept; null when it says nothing. Whoever finds no seat left goes without.
 */
export async function takeGroups(
  world: Pick<World, 'db' | 'log' | 'sessions'>,
  company: Company,
  member: GiftedMember,
  groups: readonly string[] | null,
  origin: Origin,
): Promise<void> {
  const { tenantId, userId } = member;
  const said = new Set(groups ?? []);
  await world.db.everyTenant('which roles came by the company is out of reach of requests', async (tx) => {
    if (groups) await keepSaidGroups(tx, member, groups);
    await bringRoles(tx, member, await rolesOf(tx, company, said));
    await world.sessions.changed(tx, { userId });
  });
  if (!(await applyGifts(world, company, member, said, origin)))
    world.log.warn({ tenantId, userId }, 'no seat left for what the company’s groups give');
}
