import { sql, type RawBuilder } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { AiOrderStatus } from '#shared/codes/ai-order-status.ts';
import { PreviewTaskState } from '#shared/codes/preview-task-state.ts';

/** Somebody of the team ended the calls to a customer. */
const STOPPED = 'stopped';

/**
 * SQL: how far the order to call a `campaign_customer x` of this campaign is, as AI tasks tell it (specification P9: 0 to 4). Where the whole campaign was
 * stopped, everybody is whom it had not done with.
 */
export const memberOrder = (campaignId: number): RawBuilder<AiOrderStatus> => sql<AiOrderStatus>`case
  when x.closed_by = ${STOPPED} then ${AiOrderStatus.stopped}::int
  when x.task_state = ${PreviewTaskState.completed} then ${AiOrderStatus.completed}
  when exists (select 1 from campaign o where o.id = ${campaignId} and o.state = 'completed') then ${AiOrderStatus.stopped}
  when x.is_set_aside then ${AiOrderStatus.paused}
  when x.attempts > 0 or x.id in (select a.member_id from campaign_attempt a where a.campaign_id = ${campaignId} and a.ended_at is null) then ${AiOrderStatus.incomplete}
  else ${AiOrderStatus.toBeStarted} end`;

/** How far the orders of a campaign are. */
export function memberOrders(tx: TenantTx, campaignId: number) {
  const rows = tx.as<never>();
  return {
    async of(ids: readonly number[]): Promise<Map<number, AiOrderStatus>> {
      const { rows: found } = await sql<{ id: number; order: AiOrderStatus }>`
        select x.id, ${memberOrder(campaignId)} "order" from campaign_customer x where x.campaign_id = ${campaignId} and x.id = any(${ids}::bigint[])`.execute(
        rows,
      );
      return new Map(found.map(({ id, order }) => [id, order]));
    },
    async counts(): Promise<{ order: AiOrderStatus; customers: number }[]> {
      return (
        await sql<{ order: AiOrderStatus; customers: number }>`
          select ${memberOrder(campaignId)} "order", count(*) customers from campaign_customer x where x.campaign_id = ${campaignId} and x.closed_by is distinct from 'removed' group by 1`.execute(
          rows,
        )
      ).rows;
    },
  };
}

/** Nobody calls these any more, since somebody said so; those of them that were open. */
export async function closeStopped(
  tx: TenantTx,
  campaignId: number,
  ids: readonly number[],
  userId: number | null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update campaign_customer set task_state = ${PreviewTaskState.completed}, closed_by = ${STOPPED}, done_at = now(), done_by = ${userId}::bigint, is_set_aside = false, is_follow_up = false, updated_at = now()
    where campaign_id = ${campaignId} and id = any(${ids}::bigint[]) and task_state = 0 returning id`.execute(tx.as());
  return rows.map(({ id }) => id);
}
