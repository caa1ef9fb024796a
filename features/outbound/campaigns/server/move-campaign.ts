import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { campaignAfter, type CampaignEvent, type CampaignLife, type CampaignState } from '../core/campaign-machine.ts';
import { CAMPAIGN_CHANGED, CAMPAIGN_MOVED } from '../contract.ts';
import { numberNews } from './campaign-news.ts';
import { campaignsRepo, type CampaignRow } from './campaigns.repo.ts';

const msOf = (time: string | null): number | null => (time === null ? null : fromWireTime(time));

export const lifeOf = ({ state, pauseReason, startType, startAt, expiresAt }: CampaignRow): CampaignLife => ({
  state,
  pauseReason,
  startType,
  startAtMs: msOf(startAt),
  expiresAtMs: msOf(expiresAt),
});

/** Says, within the database, whose campaigns that call by themselves are others than before; an empty word: anybody's. */
export const CAMPAIGNS_DIAL = 'campaigns_dial';

/** Whoever dials for it looks at it again. */
export async function wakeDialler(tx: TenantTx, campaignId: number): Promise<void> {
  await sql`select pg_notify(${CAMPAIGNS_DIAL}, ${String(tx.tenantId)}) from campaign where id = ${campaignId} and kind in ('dialer', 'ai')`.execute(
    tx.as(),
  );
}

/** The same for all of a tenant: what kept them from calling may be over. */
export async function wakeDiallers(tx: TenantTx): Promise<void> {
  await sql`select pg_notify(${CAMPAIGNS_DIAL}, ${String(tx.tenantId)}) where exists (select from campaign c where c.kind in ('dialer', 'ai') and c.state in ('running', 'paused') and c.removed_at is null)`.execute(
    tx.as(),
  );
}

/** Pages that show it read it again, and so does whoever dials for it. */
export async function pushCampaignChanged(tx: TenantTx, id: number): Promise<void> {
  await tx.push({ kind: CAMPAIGN_CHANGED, body: { id } });
  await wakeDialler(tx, id);
}

/** What an event makes of a campaign, written and told; `by`: who did it, where somebody did. Answers its state before and after, and whether anything changed. The row is held until the end of the transaction. */
export async function moveCampaign(
  tx: TenantTx,
  id: number,
  event: CampaignEvent,
  nowMs: number,
  by = '',
): Promise<{ before: CampaignState; after: CampaignState; hasMoved: boolean }> {
  const repo = campaignsRepo(tx);
  const found = await repo.find(id, { locked: true });
  if (!found) throw new Failure('notFound');
  const life = lifeOf(found);
  const { state, pauseReason } = campaignAfter(life, event, nowMs);
  const hasMoved = state !== life.state || pauseReason !== life.pauseReason;
  if (hasMoved) {
    await repo.setState(id, state, pauseReason, by);
    const { name, kind } = found;
    const number = await numberNews(tx, id);
    const move = { id, name, kind, before: life.state, state, pauseReason, number };
    await tx.announce(CAMPAIGN_MOVED, { tenantId: tx.tenantId, ...move });
    await pushCampaignChanged(tx, id);
  }
  return { before: life.state, after: state, hasMoved };
}
