import { sql, type RawBuilder } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { closing, UNDER_WAY_HOURS } from './member-moves.repo.ts';

const changed = ({ numAffectedRows }: { numAffectedRows?: bigint }): number => Number(numAffectedRows ?? 0);
/** Earlier than anybody who was not tried yet. */
const BEFORE_EVERYBODY = sql`'epoch'::timestamptz - interval '1 day'`;
/** From then on; whoever is being called now is left alone as the call began it, and its end says when again. */
const callableFrom = (from: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when exists (select from campaign_attempt a where a.member_id = x.id and a.ended_at is null) then now() + ${UNDER_WAY_HOURS} * interval '1 hour' else ${from} end`;

/** What people do with several customers of a campaign at once; each answers how many it concerned. */
export function memberDeeds(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
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
    /** Opens those of these again who were done with; how many. */
    async reopen(campaignId: number, ids: readonly number[]): Promise<number> {
      return changed(
        await sql`update campaign_customer set task_state = 0, closed_by = null, skip_reason = '', done_at = null, done_by = null, is_follow_up = false, is_set_aside = false, next_at = 'epoch', updated_at = now()
          where campaign_id = ${campaignId} and id = any(${ids}::bigint[]) and task_state = 1 and closed_by is distinct from 'removed'`.execute(
          rows,
        ),
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
        update campaign_customer x set ${closing('removed', sql`x.done_by`)} from campaign_customer old
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
