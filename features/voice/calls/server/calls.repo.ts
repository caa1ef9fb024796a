import { sql } from 'kysely';
import type { z } from 'zod';
import { agentRows } from '#features/team/agents/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { CallNote, callsApi } from '../contract.ts';

type Quality = z.output<typeof callsApi.quality.input>;
type Preview = z.output<typeof callsApi.previewLog.input>;

/** SQL on `call_note`: somebody wrote something, and did not take it back while writing. */
const isWritten = sql`(text <> '' or draft_key is null)`;

/** What pages tell about calls. */
export function callsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /** Did this person talk in the call, and for how long was it? Null when they did not, or there was no such call. */
    async tookPart(callId: string, userId: number): Promise<{ talkSec: number } | null> {
      const found = await sql<{ talkSec: number }>`
        select coalesce(extract(epoch from coalesce(r.ended_at, now()) - r.answered_at), 0)::float8 "talkSec"
        from call_record r join call_agent a on a.record_id = r.id
        where r.call_id = ${callId} and a.user_id = ${userId} and a.result = 'talked'`.execute(rows);
      return found.rows[0] ?? null;
    },
    /** With whom the call is, as far as the book knows. */
    async customerOf(callId: string): Promise<{ customerId: string | null; name: string } | null> {
      const found = await sql<{ customerId: string | null; name: string }>`
        select customer_id "customerId", customer_name name from call_record where call_id = ${callId}`.execute(rows);
      return found.rows[0] ?? null;
    },
    async isKnown(callId: string): Promise<boolean> {
      return (await sql`select 1 from call_record where call_id = ${callId}`.execute(rows)).rows.length > 0;
    },
    async addQuality(
      userId: number,
      { callId, interval, localIPSet, remoteIPSet, mos, webRtcReports }: Quality,
    ): Promise<void> {
      await sql`insert into call_quality_report (call_id, user_id, interval_sec, local_ips, remote_ips, mos, reports, line_id)
        values (${callId}, ${userId}, ${interval}, ${localIPSet}, ${remoteIPSet}, ${mos}, ${JSON.stringify(webRtcReports)}::jsonb, (select line_id from ${agentRows} a where user_id = ${userId}))`.execute(
        rows,
      );
    },
    async addNote({ userId, name }: { userId: number; name: string }, callId: string, text: string): Promise<CallNote> {
      const added =
        await sql<CallNote>`insert into call_note (call_id, user_id, author, text) values (${callId}, ${userId}, ${name}, ${text})
        returning id, call_id "callId", text, author, created_at "createdAt"`.execute(rows);
      return added.rows[0]!;
    },
    /** A note as it stands at this revision; an older one changes nothing. Answers what stands. */
    async writeNote(
      { userId, name }: { userId: number; name: string },
      callId: string,
      { text, draftKey, revision }: { text: string; draftKey: string; revision: number },
    ): Promise<CallNote> {
      const written = await sql<CallNote>`
        insert into call_note (call_id, user_id, author, text, draft_key, revision) values (${callId}, ${userId}, ${name}, ${text}, ${draftKey}, ${revision})
        on conflict (tenant_id, call_id, user_id, draft_key) do update set
          text = case when call_note.revision < excluded.revision then excluded.text else call_note.text end,
          created_at = case when call_note.revision < excluded.revision then now() else call_note.created_at end,
          revision = greatest(call_note.revision, excluded.revision)
        returning id, call_id "callId", text, author, created_at "createdAt"`.execute(rows);
      return written.rows[0]!;
    },
    async notes(callId: string): Promise<CallNote[]> {
      const found =
        await sql<CallNote>`select id, call_id "callId", text, author, created_at "createdAt" from call_note where call_id = ${callId} and ${isWritten} order by id desc limit 200`.execute(
          rows,
        );
      return found.rows;
    },
    /** Notes of calls with these customers before (`at`, `seq`) in whole seconds, the newest first. */
    async notesAbout(
      customerIds: readonly number[],
      before: { at: string; seq: number },
      size: number,
    ): Promise<(CallNote & { userName: string | null })[]> {
      const found = await sql<CallNote & { userName: string | null }>`
        select n.id, n.call_id "callId", n.text, n.author, n.created_at "createdAt", m.nick_name "userName"
        from call_record r join call_note n on n.call_id = r.call_id left join member m on m.user_id = n.user_id
        where r.customer_id = any(${customerIds.map(String)}) and n.text <> '' and (date_trunc('second', n.created_at), n.id) < (${before.at}::timestamptz, ${before.seq}::bigint)
        order by date_trunc('second', n.created_at) desc, n.id desc limit ${size}`.execute(rows);
      return found.rows;
    },
    /** Of every call with the same number the newest version; of the last hundred calls. `number` is that of a call whose record is not written yet. */
    async customerNotes(callId: string, number: string): Promise<CallNote[]> {
      const found = await sql<CallNote>`
        select n.id, n.call_id "callId", n.text, n.author, n.created_at "createdAt"
        from (
          select call_id from call_record where direction <> 'internal' and customer_number <> '' and customer_number = coalesce((select customer_number from call_record where call_id = ${callId}), ${number})
          order by started_at desc limit 100
        ) c
        cross join lateral (select id, call_id, text, author, created_at from call_note where call_id = c.call_id and ${isWritten} order by id desc limit 1) n
        where n.text <> '' order by n.id desc`.execute(rows);
      return found.rows;
    },
    async addPreview(userId: number, { taskName, customerName, taskId, customerId, phone }: Preview): Promise<void> {
      await sql`insert into preview_call_log (user_id, task_id, task_name, customer_id, customer_name, phone)
        values (${userId}, ${taskId}, ${taskName}, ${customerId}, ${customerName}, ${phone})`.execute(rows);
    },
  };
}
