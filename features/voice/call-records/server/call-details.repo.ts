import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { AgentResult } from './book-entries.ts';

export interface RecordingRow {
  recording_id: string;
  call_id: string;
  record_id: number;
  file_id: number | null;
  kind: 'call' | 'voicemail';
  duration_ms: number;
  bytes: number;
  created_at: string;
  deleted_at: string | null;
  started_at: string;
}

const recordingColumns = sql`c.recording_id, c.call_id, r.id record_id, c.file_id, c.kind, c.duration_ms, c.bytes, c.created_at, c.deleted_at, r.started_at`;

/** What is kept of a call beside its record: who took part, what happened, its recordings, how it sounded. */
export function callDetailsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async tookPart(recordId: number, userId: number): Promise<boolean> {
      return (
        (await sql`select 1 from call_agent where record_id = ${recordId} and user_id = ${userId}`.execute(rows)).rows
          .length > 0
      );
    },

    /** More than being rung. */
    async talkedIn(recordId: number, userId: number): Promise<boolean> {
      return (
        (
          await sql`select 1 from call_agent where record_id = ${recordId} and user_id = ${userId} and result = 'talked'`.execute(
            rows,
          )
        ).rows.length > 0
      );
    },

    async agents(recordId: number): Promise<{ user_id: number; user_name: string | null; result: AgentResult }[]> {
      return (
        await sql<{ user_id: number; user_name: string | null; result: AgentResult }>`
        select a.user_id, m.nick_name user_name, a.result from call_agent a left join member m on m.user_id = a.user_id where a.record_id = ${recordId} order by a.user_id`.execute(
          rows,
        )
      ).rows;
    },

    async events(
      callId: string,
    ): Promise<
      { at: string; type: string; detail: Record<string, string | number | null>; user_name: string | null }[]
    > {
      return (
        await sql<{
          at: string;
          type: string;
          detail: Record<string, string | number | null>;
          user_name: string | null;
        }>`
        select e.at, e.type, e.detail, m.nick_name user_name from call_event e left join member m on m.user_id = (e.detail->>'userId')::bigint where e.call_id = ${callId} order by e.seq limit 2000`.execute(
          rows,
        )
      ).rows;
    },

    async recordings(callId: string): Promise<RecordingRow[]> {
      return (
        await sql<RecordingRow>`select ${recordingColumns} from call_recording c join call_record r on r.call_id = c.call_id where c.call_id = ${callId} order by c.created_at`.execute(
          rows,
        )
      ).rows;
    },

    async recording(recordingId: string): Promise<RecordingRow | undefined> {
      return (
        await sql<RecordingRow>`select ${recordingColumns} from call_recording c join call_record r on r.call_id = c.call_id where c.recording_id = ${recordingId}`.execute(
          rows,
        )
      ).rows[0];
    },

    async quality(
      callId: string,
    ): Promise<{ at: string; party: 'agent' | 'customer'; mos: number | null; figures: object }[]> {
      return (
        await sql<{
          at: string;
          party: 'agent' | 'customer';
          mos: number | null;
          figures: object;
        }>`select at, party, mos, figures from call_quality where call_id = ${callId} order by at limit 1000`.execute(
          rows,
        )
      ).rows;
    },
  };
}
