import { sql } from 'kysely';
import type { Tx, TenantTx } from '#platform/server/db/db.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import type { TalkMessage } from './talk-message.ts';

export interface NewTalkRow {
  talkId: string;
  source: 'test' | 'call';
  mode: 'text' | 'voice';
  flowId: number | null;
  flowName: string;
  flowVersion: number | null;
  callId: string | null;
  customerId: number | null;
  number: string;
  ourNumber: string;
  userId: number | null;
  language: string;
  node: string;
  startedMs: number;
}

export interface TalkEnd {
  endedMs: number;
  result: AiCallResult;
  turns: number;
  latencyMs: number | null;
  variables: Readonly<Record<string, unknown>>;
  language: string;
}

const moment = (ms: number) => sql`to_timestamp(${ms / 1_000}::float8)`;

/** The conversations of one tenant, as they are written. */
export function talksRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async add({ talkId, source, mode, flowId, flowName, flowVersion, callId, customerId, number, ourNumber, userId, language, node, startedMs }: NewTalkRow): Promise<number> {
      const { rows: added } = await sql<{ id: number }>`
        insert into flow_talk (talk_id, source, mode, flow_id, flow_name, flow_version, call_id, customer_id, number, our_number, user_id, language, node, started_at)
        values (${talkId}, ${source}, ${mode}, ${flowId}::bigint, ${flowName}, ${flowVersion}::int, ${callId}, ${customerId}::bigint, ${number}, ${ourNumber}, ${userId}::bigint, ${language}, ${node}, ${moment(startedMs)}) returning id`.execute(rows);
      return added[0]!.id;
    },
    async write(talk: number, firstNo: number, messages: readonly TalkMessage[]): Promise<void> {
      if (messages.length === 0) return;
      const lines = messages.map(({ msgType, stepId, msgInfo, time_ms: timeMs, createTs }, at) => ({ no: firstNo + at, type: msgType, node_id: stepId, info: msgInfo, time_ms: timeMs, created_ms: createTs }));
      await sql`insert into flow_talk_message (talk, no, type, node_id, info, time_ms, created_ms)
        select ${talk}, no, type, node_id, info, time_ms, created_ms from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (no int, type smallint, node_id text, info jsonb, time_ms int, created_ms bigint)
        on conflict do nothing`.execute(rows);
    },
    /** Ends it once; a second end changes nothing. */
    async end(talk: number, { endedMs, result, turns, latencyMs, variables, language }: TalkEnd): Promise<void> {
      await sql`update flow_talk set ended_at = ${moment(endedMs)}, result = ${result}, turns = ${turns}, latency_ms = ${latencyMs}::int, variables = ${JSON.stringify(variables)}::jsonb, language = ${language}
        where id = ${talk} and ended_at is null`.execute(rows);
    },
  };
}

/** Ends what an earlier run of this node left open, at its last sign of life; answers how many. */
export async function closeLeftTalks(tx: Tx, node: string): Promise<number> {
  const closed = await sql`
    update flow_talk t set result = ${AiCallResult.systemException}, ended_at = greatest(t.started_at, coalesce((select to_timestamp(max(m.created_ms) / 1000.0) from flow_talk_message m where m.tenant_id = t.tenant_id and m.talk = t.id), t.started_at))
    where t.node = ${node} and t.ended_at is null`.execute(tx.as());
  return Number(closed.numAffectedRows ?? 0);
}
