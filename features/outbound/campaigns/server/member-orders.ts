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
const memberOrder = (campaignId: number): RawBuilder<AiOrderStatus> => sql<AiOrderStatus>`case
  when x.closed_by = ${STOPPED} then ${AiOrderStatus.stopped}::int
  when x.task_state = ${PreviewTaskState.completed} then ${AiOrderStatus.completed}
  when exists (select 1 from campaign o where o.id = ${campaignId} and o.state = 'completed') then ${AiOrderStatus.stopped}
  when x.is_set_aside then ${AiOrderStatus.paused}
  when x.attempts > 0 or x.id in (select a.member_id from campaign_attempt a where a.campaign_id = ${campaignId} and a.ended_at is null) then ${AiOrderStatus.incomplete}
  else ${AiOrderStatus.toBeStarted} end`;

/** SQL: the same as a question that indexes answer, for one of them. */
export function hasOrder(campaignId: number, order: AiOrderStatus): RawBuilder<boolean> {
  const isStopped = sql`(select o.state = 'completed' from campaign o where o.id = ${campaignId})`;
  const isCalled = sql`x.id = any(array(select a.member_id from campaign_attempt a where a.campaign_id = ${campaignId} and a.ended_at is null))`;
  const open = sql`x.task_state = ${sql.lit(PreviewTaskState.incomplete)} and not ${isStopped}`;
  switch (order) {
    case AiOrderStatus.stopped:
      // Each of the two by its index; the second only where the campaign was stopped.
      return sql<boolean>`x.id in (
        select s.id from campaign_customer s where s.campaign_id = ${campaignId} and s.closed_by = ${sql.lit(STOPPED)}
        union all select s.id from campaign_customer s where s.campaign_id = ${campaignId} and s.task_state = ${sql.lit(PreviewTaskState.incomplete)} and ${isStopped})`;
    case AiOrderStatus.completed:
      return sql<boolean>`(x.task_state = ${sql.lit(PreviewTaskState.completed)} and x.closed_by is distinct from ${STOPPED})`;
    case AiOrderStatus.paused:
      return sql<boolean>`(${open} and x.is_set_aside)`;
    case AiOrderStatus.incomplete:
      return sql<boolean>`(${open} and not x.is_set_aside and (x.attempts > 0 or ${isCalled}))`;
    case AiOrderStatus.toBeStarted:
      return sql<boolean>`(${open} and not x.is_set_aside and x.attempts = 0 and not ${isCalled})`;
  }
}

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
      const { rows: found } = await sql<OrderCounts>`
        select c.customers, c.completed, c.state = 'completed' "isStopped",
          (select count(*) from campaign_customer x where x.campaign_id = c.id and x.closed_by = ${sql.lit(STOPPED)}) stopped,
          (select count(*) from campaign_customer x where x.campaign_id = c.id and x.task_state = 0 and x.is_set_aside) aside,
          (select count(*) from campaign_customer x where x.campaign_id = c.id and x.task_state = 0 and not x.is_set_aside and x.attempts > 0) tried,
          (select count(distinct a.member_id) from campaign_attempt a join campaign_customer x on x.id = a.member_id
            where a.campaign_id = c.id and a.ended_at is null and x.task_state = 0 and not x.is_set_aside and x.attempts = 0) called
        from campaign c where c.id = ${campaignId}`.execute(rows);
      return found[0] ? ordersOf(found[0]) : [];
    },
  };
}

interface OrderCounts {
  customers: number;
  completed: number;
  isStopped: boolean;
  stopped: number;
  aside: number;
  tried: number;
  called: number;
}

/** What the campaign counts of itself, and what indexes count, come to. */
function ordersOf(of: OrderCounts): { order: AiOrderStatus; customers: number }[] {
  const open = of.customers - of.completed;
  const done = { order: AiOrderStatus.completed, customers: of.completed - of.stopped };
  if (of.isStopped) return [done, { order: AiOrderStatus.stopped, customers: of.stopped + open }];
  const begun = of.tried + of.called;
  return [
    done,
    { order: AiOrderStatus.stopped, customers: of.stopped },
    { order: AiOrderStatus.paused, customers: of.aside },
    { order: AiOrderStatus.incomplete, customers: begun },
    { order: AiOrderStatus.toBeStarted, customers: Math.max(0, open - of.aside - begun) },
  ];
}

/** Nobody calls these any more, since somebody said so; those of them who were open. */
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
