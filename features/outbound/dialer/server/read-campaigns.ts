import { campaignsRepo, diallingCampaigns, type CampaignRow } from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import { endsByItself } from '../core/pause-watch.ts';
import type { Offers } from './offers.ts';
import { beginCampaign, remember, ruleOf, type RunningCampaign } from './running-campaign.ts';
import type { TenantEngineParts, TenantState } from './tenant-state.ts';

interface ReaderParts extends Pick<TenantEngineParts, 'tenantId' | 'db' | 'clock' | 'queues' | 'changed'> {
  state: TenantState;
  offers: Offers;
}

/** Reads which campaigns run: new ones begin here, changed ones go on by their new rule, the others are brought to their end. */
export async function readCampaigns(parts: ReaderParts): Promise<void> {
  const { tenantId, db, clock, queues, state } = parts;
  state.line = await queues.of(tenantId);
  await db.tenant({ tenantId }, async (tx) => {
    const rows = await diallingCampaigns(tx);
    const runs = rows.filter((row) => row.state === 'running');
    for (const row of runs) await takeUp(parts, tx, row);
    await takeUpFound(parts, tx);
    const ids = new Set(runs.map(({ id }) => id));
    for (const campaign of state.campaigns.values()) if (!ids.has(campaign.row.id)) await letGo(parts, tx, campaign);
    state.paused = rows
      .filter((row) => row.state === 'paused' && row.pauseReason !== null && endsByItself.has(row.pauseReason))
      .map((row) => ({ row, lookAtMs: clock.monotonicMs() }));
  });
}

async function takeUp({ state, clock, changed }: ReaderParts, tx: TenantTx, row: CampaignRow): Promise<void> {
  const known = state.campaigns.get(row.id);
  const nowMs = clock.nowMs();
  if (!known) state.campaigns.set(row.id, await beginCampaign(tx, row, await tenantZone(tx), nowMs));
  else {
    if (known.rule !== ruleOf(row))
      Object.assign(known, await remember(tx, row, await tenantZone(tx), nowMs, known.history), { rule: ruleOf(row) });
    // Customers may have come, or been opened again.
    Object.assign(known, { row, nextDueMs: Number.NEGATIVE_INFINITY, passes: 0 });
  }
  changed(row.id);
}

/** Calls that outlived their process belong to their campaigns again; those of one that stands still are brought to their end. */
async function takeUpFound({ state, clock }: ReaderParts, tx: TenantTx): Promise<void> {
  for (const call of state.found) {
    const { campaignId } = call;
    const row = state.campaigns.has(campaignId) ? null : await campaignsRepo(tx).find(campaignId);
    if (row) state.campaigns.set(campaignId, await beginCampaign(tx, row, await tenantZone(tx), clock.nowMs()));
    state.campaigns.get(campaignId)?.calls.set(call.callId, call);
  }
  state.found = [];
}

/** It does not run any more: what goes on is brought to its end, and nobody new is called. */
async function letGo(parts: ReaderParts, tx: TenantTx, campaign: RunningCampaign): Promise<void> {
  const row = await campaignsRepo(tx).find(campaign.row.id);
  campaign.row = row ?? { ...campaign.row, state: 'completed' };
  campaign.limit = 'paused';
  if (campaign.calls.size === 0) dropCampaign(parts, campaign);
  parts.changed(campaign.row.id);
}

/** Nothing of it is left to do here. */
export function dropCampaign({ state, offers }: Pick<ReaderParts, 'state' | 'offers'>, { row }: RunningCampaign): void {
  offers.hold(row.id, []);
  state.campaigns.delete(row.id);
}
