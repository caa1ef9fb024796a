import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Tx, TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { storableJson } from '#platform/server/storable.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { linesOf } from './talk-lines.ts';
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

/** The conversations of one tenant, as they are written. */
export function talksRepo(tx: TenantTx) {
  const rows = tx.as<never>();

  async function insert({
    talkId,
    source,
    mode,
    flowId,
    flowName,
    flowVersion,
    callId,
    customerId,
    number,
    ourNumber,
    userId,
    language,
    node,
    startedMs,
  }: NewTalkRow): Promise<number | null> {
    const { rows: added } = await sql<{ id: number }>`
      insert into flow_talk (talk_id, source, mode, flow_id, flow_name, flow_version, call_id, customer_id, number, our_number, user_id, language, node, started_at)
      values (${talkId}, ${source}, ${mode}, ${flowId}::bigint, ${flowName}, ${flowVersion}::int, ${callId}, ${customerId}::bigint, ${number}, ${ourNumber}, ${userId}::bigint, ${language}, ${node}, ${momentOfMs(startedMs)})
      on conflict (tenant_id, talk_id) do nothing returning id`.execute(rows);
    return added[0]?.id ?? null;
  }
  async function same({ talkId, node, startedMs }: NewTalkRow): Promise<number | null> {
    return (
      (
        await sql<{
          id: number;
        }>`select id from flow_talk where talk_id = ${talkId} and node = ${node} and started_at = ${momentOfMs(startedMs)}`.execute(
          rows,
        )
      ).rows[0]?.id ?? null
    );
  }

  return {
    /** A name that is taken already, as a test's own may be, gets an ending. `isAgain`: an attempt that seemed to fail may have been kept. */
    async add(talk: NewTalkRow, isAgain = false): Promise<number> {
      return (
        (await insert(talk)) ??
        (isAgain ? await same(talk) : null) ??
        (await insert({ ...talk, talkId: `${talk.talkId}-${randomUUID().slice(0, 8)}` }))!
      );
    },
    /** Answers whether somebody reads along. */
    async write(talk: number, firstNo: number, messages: readonly TalkMessage[]): Promise<boolean> {
      if (messages.length === 0) return false;
      const { rows: read } = await sql<{ isRead: boolean }>`
        with said as (insert into flow_talk_message (talk, no, type, node_id, info, time_ms, created_ms)
        select ${talk}, no, type, node_id, info, time_ms, created_ms from jsonb_to_recordset(${storableJson(linesOf(firstNo, messages))}::jsonb) as line (no int, type smallint, node_id text, info jsonb, time_ms int, created_ms bigint)
        on conflict do nothing)
        select coalesce(watched_until > now(), false) "isRead" from flow_talk where id = ${talk}`.execute(rows);
      return read[0]?.isRead ?? false;
    },
    /** A message that was told as sent (81) was refused later: its row is told as 82 from now on. `notYet`: the row is still being written. */
    async refuse(talkId: string, messageId: string, why: string): Promise<'done' | 'notYet' | 'gone'> {
      const { rows: found } = await sql<{ ended: boolean; changed: number }>`
        with talk as (select id, ended_at is not null ended from flow_talk where talk_id = ${talkId}), changed as (
          update flow_talk_message m set type = ${MessageType.whatsappFailed}, info = m.info || ${storableJson({ why, later: true })}::jsonb from talk
          where m.talk = talk.id and m.type = ${MessageType.whatsappSent} and m.info ->> 'messageId' = ${messageId} returning m.no)
        select ended, (select count(*) from changed)::int changed from talk`.execute(rows);
      const [talk] = found;
      return talk && talk.changed > 0 ? 'done' : talk?.ended === false ? 'notYet' : 'gone';
    },
    /** Ends it once; a second end changes nothing. Answers whether somebody reads along. */
    async end(talk: number, { endedMs, result, turns, latencyMs, variables, language }: TalkEnd): Promise<boolean> {
      const { rows: read } = await sql<{
        isRead: boolean;
      }>`update flow_talk set ended_at = ${momentOfMs(endedMs)}, result = ${result}, turns = ${turns}, latency_ms = ${latencyMs}::int, variables = ${storableJson(variables)}::jsonb, language = ${language}
        where id = ${talk} and ended_at is null returning coalesce(watched_until > now(), false) "isRead"`.execute(
        rows,
      );
      return read[0]?.isRead ?? false;
    },
  };
}

/** Conversations on calls: they live and die with the desk of their tenant. */
const ON_CALLS = sql`o.source = 'call' and o.mode = 'voice'`;

/** Ends what an earlier run of this node left open beside calls, at its last sign of life and with the figures its messages tell; answers how many. */
export const closeLeftTalks = (tx: Tx, node: string): Promise<number> =>
  closeTalks(tx, sql`o.node = ${node} and not (${ON_CALLS})`);

/** The same with those on calls of one tenant, whose process is gone. */
export const closeCutOffTalks = (tx: TenantTx): Promise<number> =>
  closeTalks(tx, sql`o.tenant_id = ${tx.tenantId} and ${ON_CALLS}`);

async function closeTalks(tx: Tx, which: RawBuilder<unknown>): Promise<number> {
  const closed = await sql`
    update flow_talk t set result = ${AiCallResult.systemException}, ended_at = greatest(t.started_at, coalesce(to_timestamp(m.last_ms / 1000.0), t.started_at)), turns = m.turns, latency_ms = m.latency_ms
    from flow_talk o, lateral (
      select max(created_ms) last_ms, (count(*) filter (where type in (${MessageType.userSaid}, ${MessageType.userPressedKeys})))::int turns, round(avg(time_ms) filter (where type = ${MessageType.latency}))::int latency_ms
      from flow_talk_message where tenant_id = o.tenant_id and talk = o.id) m
    where ${which} and o.ended_at is null and t.id = o.id and t.ended_at is null`.execute(tx.as());
  return Number(closed.numAffectedRows ?? 0);
}
