import type { TenantTx } from '#platform/server/db/db.ts';
import { CAMPAIGN_MEMBER_CHANGED, CAMPAIGN_RESULT } from '../contract.ts';
import { announceToPrograms } from './campaign-news.ts';
import { campaignsRepo } from './campaigns.repo.ts';
import { KIND_RIGHTS } from './kind-rights.ts';
import { memberDeeds } from './member-deeds.repo.ts';
import { memberMoves } from './member-moves.repo.ts';
import { closeStopped } from './member-orders.ts';
import { membersRepo, type CampaignMember } from './members.repo.ts';
import { moveCampaign, wakeDialler } from './move-campaign.ts';

/** Is done with a customer; with the last one the campaign is through. */
export async function closeMember(
  tx: TenantTx,
  { id, campaignId }: Pick<CampaignMember, 'id' | 'campaignId'>,
  by: string,
  userId: number | null,
  nowMs: number,
  skipReason = '',
): Promise<void> {
  if (!(await memberMoves(tx).close(id, by, userId, skipReason))) return;
  await campaignsRepo(tx).count(campaignId, { completed: 1 });
  await announceToPrograms(tx, campaignId, { doneIds: [id] });
  await finishIfDone(tx, campaignId, nowMs);
}

/** Opens one again who was done with; `nextAtMs`: not before. */
export async function reopenMember(
  tx: TenantTx,
  { id, campaignId }: Pick<CampaignMember, 'id' | 'campaignId'>,
  nowMs: number,
  nextAtMs: number | null = null,
): Promise<void> {
  if (!(await memberMoves(tx).reopen(id, nextAtMs))) return;
  await campaignsRepo(tx).count(campaignId, { completed: -1 });
  await moveCampaign(tx, campaignId, { type: 'customersAdded' }, nowMs);
  await wakeDialler(tx, campaignId);
}

/** Opens those of these again who were done with; how many. */
export async function reopenMembers(
  tx: TenantTx,
  campaignId: number,
  ids: readonly number[],
  nowMs: number,
): Promise<number> {
  const opened = await memberDeeds(tx).reopen(campaignId, ids);
  if (opened === 0) return 0;
  await campaignsRepo(tx).count(campaignId, { completed: -opened });
  await moveCampaign(tx, campaignId, { type: 'customersAdded' }, nowMs);
  return opened;
}

/** Nobody calls these any more, since somebody said so; how many were open. */
export async function stopMembers(
  tx: TenantTx,
  campaignId: number,
  ids: readonly number[],
  userId: number | null,
  nowMs: number,
): Promise<number> {
  const doneIds = await closeStopped(tx, campaignId, ids, userId);
  if (doneIds.length === 0) return 0;
  await campaignsRepo(tx).count(campaignId, { completed: doneIds.length });
  await announceToPrograms(tx, campaignId, { doneIds });
  await finishIfDone(tx, campaignId, nowMs);
  return doneIds.length;
}

/** A campaign without anybody left to call is through. */
export async function finishIfDone(tx: TenantTx, campaignId: number, nowMs: number): Promise<void> {
  if (!(await membersRepo(tx).hasOpen(campaignId))) await moveCampaign(tx, campaignId, { type: 'allDone' }, nowMs);
}

/** Whose customer it is hears of it, whoever sees such campaigns too; programs where something came of it. */
export async function publishMember(
  tx: TenantTx,
  { id, campaignId, campaignKind, agentId }: Pick<CampaignMember, 'id' | 'campaignId' | 'campaignKind' | 'agentId'>,
  { isResult = false }: { isResult?: boolean } = {},
): Promise<void> {
  const body = { id, campaignId };
  if (agentId !== null) await tx.push({ kind: CAMPAIGN_MEMBER_CHANGED, body, to: { userId: agentId } });
  await tx.push({ kind: CAMPAIGN_MEMBER_CHANGED, body, access: KIND_RIGHTS[campaignKind].view });
  if (isResult) await tx.announce(CAMPAIGN_RESULT, { tenantId: tx.tenantId, ids: [id] });
}
