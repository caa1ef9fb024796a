import {
  campaignsRepo,
  membersRepo,
  type CampaignMember,
  type CampaignRow,
} from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';

/** A preview task of the team. */
export async function findTask(tx: TenantTx, id: number, options: { locked?: boolean } = {}): Promise<CampaignRow> {
  const found = await campaignsRepo(tx).find(id, options);
  if (found?.kind !== 'preview') throw new Failure('notFound');
  return found;
}

/** A customer of a preview task. */
export async function findCustomer(
  tx: TenantTx,
  id: number,
  options: { locked?: boolean } = {},
): Promise<{ member: CampaignMember; task: CampaignRow }> {
  const member = await membersRepo(tx).find(id, options);
  if (!member) throw new Failure('notFound');
  return { member, task: await findTask(tx, member.campaignId) };
}

/** One that is this agent's; anybody else's is not there. */
export async function findMine(
  tx: TenantTx,
  id: number,
  userId: number,
): Promise<{ member: CampaignMember; task: CampaignRow }> {
  const found = await findCustomer(tx, id, { locked: true });
  if (found.member.agentId !== userId) throw new Failure('notFound');
  return found;
}
