import { sql, type RawBuilder } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { PreviewResult } from '#shared/codes/preview-result.ts';
import { PreviewTaskState } from '#shared/codes/preview-task-state.ts';

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

/** Earlier than anybody who was not tried yet. */
const BEFORE_EVERYBODY = sql`'epoch'::timestamptz - interval '1 day'`;
/** From then on; whoever is being called now is left alone as the call began it, and its end says when again. */
const callableFrom = (from: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when exists (select from campaign_attempt a where a.member_id = x.id and a.ended_at is null) then now() + ${UNDER_WAY_HOURS} * interval '1 hour' else ${from} end`;

/** What happens to the customers of campaigns, one by one. */
export function memberMoves(tx: TenantTx) {
  const rows = tx.as<never>();
  const close = (by: string, who: RawBuilder<unknown>) =>
    sql`task_state = ${PreviewTaskState.completed}, closed_by = ${by}, done_at = now(), done_by = ${who}, taken_at = null, is_follow_up = false, updated_at = now()`;
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
          const way = order === 'newest' ? sql`x.next_at desc, x.id desc` : sql`x.next_at, x.id`;
          const { rows: found } = await sql<{ id: number }>`
            with due as (
              select f.id from generate_series(9, 1, -1) p cross join lateral (
                select x.id from campaign_customer x where x.campaign_id = ${id} and ${whose} and x.task_state = 0 and x.priority = p and x.next_at <= ${now}
                order by ${way} limit 1 for update of x skip locked) f
              order by p desc limit 1)
            update campaign_customer t set agent_id = ${agentId}, taken_at = case when t.agent_id is null then ${now} else t.taken_at end, updated_at = now() from due where t.id = due.id returning t.id`.execute(
            rows,
          );
          if (found[0]) return found[0].id;
        }
      return null;
    },
    async update(id: number, { name, priority, columns: told, note, result }: MemberEdit): Promise<void> {
      const sets = [
        ...(name === undefined ? [] : [sql`name = ${name}`]),
        ...(priority === undefined ? [] : [sql`priority = ${priority}`]),
        ...(told === undefined ? [] : [sql`columns = ${JSON.stringify(told)}::jsonb`]),
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
          await sql`update campaign_customer set ${close(by, sql`${userId}::bigint`)}, skip_reason = ${skipReason} where id = ${id} and task_state = 0`.execute(
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
    /** Opens those of these again who were done with; how many. */
    async reopenThese(campaignId: number, ids: readonly number[]): Promise<number> {
      return changed(
        await sql`update campaign_customer set task_state = 0, closed_by = null, skip_reason = '', done_at = null, done_by = null, is_follow_up = false, is_set_aside = false, next_at = 'epoch', updated_at = now()
          where campaign_id = ${campaignId} and id = any(${ids}::bigint[]) and task_state = 1 and closed_by is distinct from 'removed'`.execute(
          rows,
        ),
      );
    },
    /** Not before this moment. */
    async wait(id: number, untilMs: number, { isFollowUp }: { isFollowUp: boolean }): Promise<void> {
      await sql`update campaign_customer set next_at = case when is_set_aside then 'infinity' else ${momentOfMs(untilMs)} end, is_follow_up = ${isFollowUp}, taken_at = null, updated_at = now() where id = ${id}`.execute(
        rows,
      );
    },
    /** Nobody calls these until somebody goes on with them; how many of them were open and are aside now. */
    async setAside(campaignId: number, ids: readonly number[]): Promise<number> {
      return changed(
        await sql`update campaign_customer set is_set_aside = true, next_at = 'infinity', updated_at = now()
          where campaign_id = ${campaignId} and id = any(${ids}::bigint[]) and task_state = 0 and not is_set_aside`.execute(
          rows,
        ),
      );
    },
    /** Those set aside are called again when the rules allow it. */
    async goOn(campaignId: number, ids: readonly number[]): Promise<number> {
      return changed(
        await sql`update campaign_customer x set is_set_aside = false, next_at = ${callableFrom(sql`'epoch'::timestamptz`)}, updated_at = now()
          where campaign_id = ${campaignId} and id = any(${ids}::bigint[]) and task_state = 0 and is_set_aside`.execute(
          rows,
        ),
      );
    },
    /** Before everybody else, whether they were set aside, wait for a retry or not; the rules of calling hold for them too. */
    async putFirst(campaignId: number, ids: readonly number[]): Promise<number> {
      return changed(
        await sql`update campaign_customer x set is_set_aside = false, next_at = ${callableFrom(BEFORE_EVERYBODY)}, priority = 9, updated_at = now()
          where campaign_id = ${campaignId} and id = any(${ids}::bigint[]) and task_state = 0`.execute(rows),
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
    /** Takes out who was never called, and closes the others; how many of which, and how many of them were open. */
    async takeOut(
      campaignId: number,
      ids: readonly number[],
    ): Promise<{ removed: number; closed: number; wereDone: number }> {
      // Held first: who is done with one at this moment, or calls them, is counted as they are then.
      await sql`select 1 from campaign_customer where campaign_id = ${campaignId} and id = any(${ids}::bigint[]) order by id for update`.execute(
        rows,
      );
      const { rows: gone } = await sql<{ done: boolean }>`
        delete from campaign_customer x where campaign_id = ${campaignId} and id = any(${ids}::bigint[]) and closed_by is distinct from 'removed'
        and not exists (select 1 from campaign_attempt a where a.member_id = x.id) returning task_state = 1 done`.execute(
        rows,
      );
      const { rows: closed } = await sql<{ done: boolean }>`
        update campaign_customer x set ${close('removed', sql`x.done_by`)} from campaign_customer old
        where old.id = x.id and x.campaign_id = ${campaignId} and x.id = any(${ids}::bigint[]) and x.closed_by is distinct from 'removed' returning old.task_state = 1 done`.execute(
        rows,
      );
      return {
        removed: gone.length,
        closed: closed.length,
        wereDone: [...gone, ...closed].filter(({ done }) => done).length,
      };
    },
  };
}
