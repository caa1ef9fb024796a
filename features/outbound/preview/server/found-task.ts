import {
  findCampaign,
  findMember,
  type CampaignMember,
  type CampaignRow,
} from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import { Failure } from '#shared/errors.ts';

/** People call by hand. */
export const PREVIEW_ROUTE_TYPES = [RouteType.manualCall, RouteType.outbound];

/** A preview task of the team. */
export const findTask = (tx: TenantTx, id: number, options: { locked?: boolean } = {}): Promise<CampaignRow> =>
  findCampaign(tx, 'preview', id, options);

/** A customer of a preview task. */
export const findCustomer = (
  tx: TenantTx,
  id: number,
  options: { locked?: boolean } = {},
): Promise<{ member: CampaignMember; task: CampaignRow }> => findMember(tx, 'preview', id, options);

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
