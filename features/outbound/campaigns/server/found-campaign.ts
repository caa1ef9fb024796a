import type { TenantTx } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import { campaignsRepo, type CampaignKind, type CampaignRow } from './campaigns.repo.ts';
import { membersRepo, type CampaignMember } from './members.repo.ts';

/** A campaign of the team and of this kind; one of another kind is not there. */
export async function findCampaign(
  tx: TenantTx,
  kind: CampaignKind,
  id: number,
  options: { locked?: boolean } = {},
): Promise<CampaignRow> {
  const found = await campaignsRepo(tx).find(id, options);
  if (found?.kind !== kind) throw new Failure('notFound');
  return found;
}

/** A customer of a campaign of this kind. */
export async function findMember(
  tx: TenantTx,
  kind: CampaignKind,
  id: number,
  options: { locked?: boolean } = {},
): Promise<{ member: CampaignMember; task: CampaignRow }> {
  const member = await membersRepo(tx).find(id, options);
  if (!member) throw new Failure('notFound');
  return { member, task: await findCampaign(tx, kind, member.campaignId) };
}
