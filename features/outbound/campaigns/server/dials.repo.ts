import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';

/**
 * Which attempt a person's dial is, from the press in the page to the call it becomes. Whoever asks for one to change it holds its customer
 * (`membersRepo.hold`): everybody locks customers, then attempts, then campaigns.
 */
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
    /** The waiting one leaves with the call that is dialled now, whose id is null where nobody knows it yet; null: none waits. */
    async leave(memberId: number, userId: number, callId: string | null, nowMs: number): Promise<number | null> {
      const { rows: found } = await sql<{ id: number }>`
        update campaign_attempt set dialled_at = ${momentOfMs(nowMs)}, call_id = ${callId}::text where id = (
          select id from campaign_attempt where user_id = ${userId} and member_id = ${memberId} and ended_at is null and call_id is null and dialled_at is null
          order by id desc limit 1 for update) returning id`.execute(rows);
      return found[0]?.id ?? null;
    },
    /** The one that left with this call, or last of those whose call nobody knows. */
    async lastLeft(memberId: number, userId: number, callId: string | null): Promise<number | null> {
      const { rows: found } = await sql<{ id: number }>`
        select id from campaign_attempt where user_id = ${userId} and member_id = ${memberId} and ended_at is null and call_id is not distinct from ${callId}::text and dialled_at is not null order by id desc limit 1`.execute(
        rows,
      );
      return found[0]?.id ?? null;
    },
    /**
     * The attempt that left first and has no call is this call: of two dials in a row each has its own. Waits for whoever has it in hand: to
     * pass over it would leave the call to nobody.
     */
    async bind(memberId: number, userId: number, callId: string): Promise<void> {
      await sql`update campaign_attempt set call_id = ${callId} where id = (
          select id from campaign_attempt where user_id = ${userId} and member_id = ${memberId} and ended_at is null and call_id is null
          order by dialled_at nulls last, id limit 1 for update)
        and not exists (select 1 from campaign_attempt o where o.call_id = ${callId})`.execute(rows);
    },
  };
}
