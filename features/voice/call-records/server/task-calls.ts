import { sql } from 'kysely';
import type { CallEnd } from '#core/call/call-life.ts';
import type { EndCause } from '#core/telephony/telephony.port.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { msOfColumn } from '#platform/server/db/moments.ts';
import type { CallOutcome } from '#shared/codes/call-outcome.ts';

/** A call that was made for a task. */
export interface TaskCallRecord {
  callId: string;
  taskId: string;
  customerId: string | null;
  number: string;
  userId: number | null;
  outcome: CallOutcome;
  cause: EndCause | null;
  sipStatus: number | null;
  /** Null while it lasts. */
  endedBy: CallEnd['endedBy'] | null;
  talkSec: number;
  ringSec: number;
  wasAnswered: boolean;
  hadEarlyMedia: boolean;
  startedMs: number;
  /** Null while it lasts. */
  endedMs: number | null;
}

/** Of these calls those that were made for a task. */
export async function taskCallsAmong(tx: TenantTx, callIds: readonly string[]): Promise<TaskCallRecord[]> {
  return (
    await sql<TaskCallRecord>`
      select call_id "callId", task_id "taskId", customer_id "customerId", customer_number number, user_id "userId", outcome, cause, sip_status "sipStatus", ended_by "endedBy", talk_sec "talkSec", ring_sec "ringSec",
        answered_at is not null "wasAnswered", exists (select 1 from call_event e where e.call_id = r.call_id and e.type = 'earlyMedia') "hadEarlyMedia",
        ${msOfColumn('started_at')} "startedMs", ${msOfColumn('ended_at')} "endedMs"
      from call_record r where call_id = any(${callIds}) and task_id is not null`.execute(tx.as())
  ).rows;
}
