import { sql, type RawBuilder } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { PreviewResult } from '#shared/codes/preview-result.ts';
import { PreviewTaskState } from '#shared/codes/preview-task-state.ts';
import type { WaitsFor } from '../core/after-end.ts';
import { dueOrder } from './due-order.ts';

/** Nobody is called again while a call of theirs may go on: no call lasts so long. */
export const UNDER_WAY_HOURS = 25;

/** What is changed of a member; undefined leaves it. */
export interface MemberEdit {
  name?: string | undefined;
  priority?: number | undefined;
  columns?: Record<string, string> | undefined;
  note?: string | undefined;
  result?: PreviewResult | undefined;
}

const changed = ({ numAffectedRows }: { numAffectedRows?: bigint }): number => Number(numAffectedRows ?? 0);

/** SQL: is done with one, for this reason. */
export const closing = (by: string, who: RawBuilder<unknown>) =>
  sql`task_state = ${PreviewTaskState.completed}, closed_by = ${by}, done_at = now(), done_by = ${who}, taken_at = null, is_follow_up = false, updated_at = now()`;

/** What happens to the customers of campaigns, one by one. */
export function memberMoves(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /**
     * The next customer for an agent: their own before anybody's, promised calls and the more urgent first. One that is being given to
     * somebody else at this moment is passed over. Only who was nobody's is `taken`: what somebody gave them stays theirs. By the index of who is due, one step for each priority.
     */
    async takeNext(
      campaigns: readonly { id: number; order: 'list' | 'newest' }[],
      agentId: number,
      nowMs: number,
    ): Promise<number | null> {
      const now = momentOfMs(nowMs);
      const { rows: promised } = await sql<{ id: number }>`
        update campaign_customer t set updated_at = now() where t.id = (
          select x.id from campaign_customer x where x.agent_id = ${agentId} and x.task_state = 0 and x.is_follow_up and x.next_at <= ${now} and x.campaign_id = any(${campaigns.map(({ id }) => id)}::bigint[])
          order by x.next_at, x.id limit 1 for update of x skip locked) returning t.id`.execute(rows);
      if (promised[0]) return promised[0].id;
      for (const { id, order } of campaigns)
        for (const whose of [sql`x.agent_id = ${agentId}`, sql`x.agent_id is null`]) {
          const { rows: found } = await sql<{ id: number }>`
            with due as (
              select f.id from generate_series(9, 1, -1) p cross join lateral (
                select x.id from campaign_customer x where x.campaign_id = ${id} and ${whose} and x.task_state = 0 and x.priority = p and x.next_at <= ${now}
                order by ${dueOrder(order)} limit 1 for update of x skip locked) f
              order by p desc limit 1)
            update campaign_customer t set agent_id = ${agentId}, taken_at = case when t.agent_id is null then ${now} else t.taken_at end, updated_at = now() from due where t.id = due.id returning t.id`.execute(
            rows,
          );
          if (found[0]) return found[0].id;
        }
      return null;
    },
    async update(id: number, { name, priority, columns: newColumns, note, result }: MemberEdit): Promise<void> {
      const sets = [
        ...(name === undefined ? [] : [sql`name = ${name}`]),
        ...(priority === undefined ? [] : [sql`priority = ${priority}`]),
        ...(newColumns === undefined ? [] : [sql`columns = ${JSON.stringify(newColumns)}::jsonb`]),
        ...(note === undefined ? [] : [sql`note = ${note}`]),
        ...(result === undefined ? [] : [sql`result = ${result}`]),
        sql`updated_at = now()`,
      ];
      await sql`update campaign_customer set ${sql.join(sets)} where id = ${id}`.execute(rows);
    },
    /** Is done with it; false when it was before. */
    async close(id: number, by: string, userId: number | null, skipReason = ''): Promise<boolean> {
      return (
        changed(
          await sql`update campaign_customer set ${closing(by, sql`${userId}::bigint`)}, skip_reason = ${skipReason} where id = ${id} and task_state = 0`.execute(
            rows,
          ),
        ) > 0
      );
    },
    /** Opens it again; false when it is open. */
    async reopen(id: number, nextAtMs: number | null = null): Promise<boolean> {
      return (
        changed(
          await sql`update campaign_customer set task_state = 0, closed_by = null, skip_reason = '', done_at = null, done_by = null, is_follow_up = false,
            next_at = coalesce(${momentOfMs(nextAtMs)}, 'epoch'), is_set_aside = false, updated_at = now() where id = ${id} and task_state = 1`.execute(
            rows,
          ),
        ) > 0
      );
    },
    /** Not before this moment. */
    async wait(
      id: number,
      untilMs: number,
      { isFollowUp, waitsFor = null }: { isFollowUp: boolean; waitsFor?: WaitsFor | null },
    ): Promise<void> {
      await sql`update campaign_customer set next_at = case when is_set_aside then 'infinity' else ${momentOfMs(untilMs)} end, is_follow_up = ${isFollowUp}, waits_for = ${waitsFor}, taken_at = null, updated_at = now() where id = ${id}`.execute(
        rows,
      );
    },
    /** Whoever was given it by asking, and has done nothing, lets it go. */
    async giveBack(id: number, agentId: number): Promise<void> {
      await sql`update campaign_customer set agent_id = null, taken_at = null, updated_at = now() where id = ${id} and agent_id = ${agentId} and taken_at is not null`.execute(
        rows,
      );
    },
    /** Nobody's again: it was taken by asking, and is passed over. */
    async letGo(id: number): Promise<void> {
      await sql`update campaign_customer set agent_id = null, taken_at = null where id = ${id} and task_state = 0 and taken_at is not null and not is_follow_up`.execute(
        rows,
      );
    },
    async noteCall(id: number, result: PreviewResult, endedMs: number): Promise<void> {
      await sql`update campaign_customer set result = ${result}, attempts = attempts + 1, last_call_at = ${momentOfMs(endedMs)}, updated_at = now() where id = ${id}`.execute(
        rows,
      );
    },
  };
}
