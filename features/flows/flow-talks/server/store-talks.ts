import { sql } from 'kysely';
import { kept, type TenantTx } from '#platform/server/db/db.ts';
import { momentOfMsColumn } from '#platform/server/db/moments.ts';
import { storableJson } from '#platform/server/storable.ts';
import { linesOf } from './talk-lines.ts';
import type { TalkMessage } from './talk-message.ts';
import { talksRepo, type NewTalkRow, type TalkEnd } from './talks.repo.ts';

/** What one conversation has to store at a moment. */
export interface TalkStep {
  row: NewTalkRow;
  /** Its row; null while there is none. */
  talk: number | null;
  /** An attempt that seemed to fail may have been kept. */
  isAgain: boolean;
  firstNo: number;
  messages: readonly TalkMessage[];
  /** Null while it goes on. */
  end: TalkEnd | null;
}

export interface StoredTalk {
  talk: number;
  /** Somebody reads along. */
  isRead: boolean;
}

/** Stores what several conversations have, in one statement; in their order. */
export async function storeTalks(tx: TenantTx, steps: readonly TalkStep[]): Promise<StoredTalk[]> {
  const fresh = new Map<string, TalkStep>();
  for (const step of steps) if (step.talk === null && !fresh.has(step.row.talkId)) fresh.set(step.row.talkId, step);
  const known = steps.filter(({ talk }) => talk !== null);
  const { rows } = await sql<{ id: number; name: string | null }>`${kept}
    with added as (
      insert into flow_talk (talk_id, source, mode, flow_id, flow_name, flow_version, call_id, customer_id, number, our_number, user_id, language, node, started_at, ended_at, result, turns, latency_ms, variables)
      select n."talkId", n.source, n.mode, n."flowId", n."flowName", n."flowVersion", n."callId", n."customerId", n.number, n."ourNumber", n."userId", n.language, n.node, ${momentOfMsColumn('n.startedMs')},
        ${momentOfMsColumn('n.endedMs')}, n.result, coalesce(n.turns, 0), n."latencyMs", coalesce(n.variables, '{}')
      from jsonb_to_recordset(${storableJson([...fresh.values()].map(({ row, end }) => ({ ...row, ...end })))}::jsonb) as n ("talkId" text, source text, mode text, "flowId" bigint, "flowName" text, "flowVersion" int, "callId" text, "customerId" bigint,
        number text, "ourNumber" text, "userId" bigint, language text, node text, "startedMs" bigint, "endedMs" bigint, result smallint, turns int, "latencyMs" int, variables jsonb)
      on conflict (tenant_id, talk_id) do nothing returning id, talk_id),
    said as (
      insert into flow_talk_message (talk, no, type, node_id, info, time_ms, created_ms)
      select coalesce(l.talk, a.id), l.no, l.type, l.node_id, l.info, l.time_ms, l.created_ms
      from jsonb_to_recordset(${storableJson([...known, ...fresh.values()].flatMap(named))}::jsonb) as l (talk bigint, name text, no int, type smallint, node_id text, info jsonb, time_ms int, created_ms bigint)
      left join added a on a.talk_id = l.name where coalesce(l.talk, a.id) is not null on conflict do nothing),
    over as (
      update flow_talk t set ended_at = ${momentOfMsColumn('e.endedMs')}, result = e.result, turns = e.turns, latency_ms = e."latencyMs", variables = e.variables, language = e.language
      from jsonb_to_recordset(${storableJson(known.flatMap(({ talk, end }) => (end ? [{ talk, ...end }] : [])))}::jsonb) as e (talk bigint, "endedMs" bigint, result smallint, turns int, "latencyMs" int, variables jsonb, language text)
      where t.id = e.talk and t.ended_at is null)
    select id, talk_id name from added
    union all select id, null from flow_talk where id = any(${known.map(({ talk }) => talk)}::bigint[]) and watched_until > now()`.execute(
    tx.as<never>(),
  );
  const added = new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[name, id] as const])));
  const read = new Set(rows.flatMap(({ id, name }) => (name === null ? [id] : [])));
  const stored: StoredTalk[] = [];
  for (const step of steps) {
    const talk = step.talk ?? (fresh.get(step.row.talkId) === step ? added.get(step.row.talkId) : undefined);
    stored.push(talk === undefined ? await storeRenamed(tx, step) : { talk, isRead: read.has(talk) });
  }
  return stored;
}

/** Lines of a conversation whose row is added by the same statement are known by its name. */
const named = (step: TalkStep): object[] =>
  linesOf(step.firstNo, step.messages).map((line) => ({
    talk: step.talk,
    name: step.talk === null ? step.row.talkId : null,
    ...line,
  }));

/** Its name is another's, or its own row was kept by an attempt that seemed to fail. */
async function storeRenamed(tx: TenantTx, { row, isAgain, firstNo, messages, end }: TalkStep): Promise<StoredTalk> {
  const repo = talksRepo(tx);
  const talk = await repo.add(row, isAgain);
  const isRead = await repo.write(talk, firstNo, messages);
  return { talk, isRead: (end !== null && (await repo.end(talk, end))) || isRead };
}
