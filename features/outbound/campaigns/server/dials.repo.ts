import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';

/** Which attempt a person's dial is, from the press in the page to the call it becomes. */
export function dialsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /** One of this agent's on this customer whose call has not left yet. */
    async waiting(memberId: number, userId: number): Promise<number | null> {
      const { rows: found } = await sql<{ id: number }>`
        select id from campaign_attempt where user_id = ${userId} and member_id = ${memberId} and ended_at is null and call_id is null and dialled_at is null order by id desc limit 1`.execute(
        rows,
      );
      return found[0]?.id ?? null;
    },
    /** The waiting one leaves with the call that is dialled now; null: none waits, or another call took it this moment. */
    async leave(memberId: number, userId: number, nowMs: number): Promise<number | null> {
      const { rows: found } = await sql<{ id: number }>`
        update campaign_attempt set dialled_at = ${momentOfMs(nowMs)} where id = (
          select id from campaign_attempt where user_id = ${userId} and member_id = ${memberId} and ended_at is null and call_id is null and dialled_at is null
          order by id desc limit 1 for update skip locked) returning id`.execute(rows);
      return found[0]?.id ?? null;
    },
    /** The one that left last and has no call yet. */
    async lastLeft(memberId: number, userId: number): Promise<number | null> {
      const { rows: found } = await sql<{ id: number }>`
        select id from campaign_attempt where user_id = ${userId} and member_id = ${memberId} and ended_at is null and call_id is null and dialled_at is not null order by id desc limit 1`.execute(
        rows,
      );
      return found[0]?.id ?? null;
    },
    /**
     * The attempt that left first and has no call is this call: of two dials in a row each has its own. Of those that people dial; of others
     * whoever dials tells what became of them.
     */
    async bind(memberId: number, userId: number, callId: string): Promise<void> {
      await sql`update campaign_attempt set call_id = ${callId}, status = ${LiveCallStatus.ringing} where id = (
          select id from campaign_attempt where user_id = ${userId} and member_id = ${memberId} and ended_at is null and call_id is null
          order by dialled_at nulls last, id limit 1 for update skip locked)
        and not exists (select 1 from campaign_attempt o where o.call_id = ${callId})`.execute(rows);
    },
  };
}
