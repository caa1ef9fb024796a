import { sql, type Transaction } from 'kysely';
import { markHolds } from '#features/money/charges/server/index.ts';
import { callFacts } from '../core/call-facts.ts';
import type { CallDirection, CallEnd } from '#core/call/call-life.ts';
import { takesEnd } from '#core/call/cut-off.ts';
import { mosOfLeg } from '#core/quality/leg-mos.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { kept, unread, type Db, type TenantTx } from '#platform/server/db/db.ts';
import { momentOfMsColumn, msOfColumn } from '#platform/server/db/moments.ts';
import { textOnce } from '#platform/server/db/text-once.ts';
import {
  CALL_ANSWERED,
  CALL_CORRECTED,
  CALL_ENDED,
  CALL_RECORD_ADDED,
  CALL_RECORDS_GREW,
  CALL_STARTED,
} from '../contract.ts';
import { agentResults, detailOf, keptStates, livePatches, type BookEntry } from './book-entries.ts';
import type { CallLifeEvent } from './call-book.ts';

/*
 * Writes entries of one tenant in one transaction: at most ten statements, however many calls they belong to, of which two
 * are waited for.
 * Openings come first, then what happened, then ends; within a call that is the order in which it was said.
 */

type Entry<K extends BookEntry['kind']> = Extract<BookEntry, { kind: K }>;
const only = <K extends BookEntry['kind']>(entries: readonly BookEntry[], kind: K): Entry<K>[] =>
  entries.filter((entry): entry is Entry<K> => entry.kind === kind);

export const writeEntries = (db: Db, tenantId: number, entries: readonly BookEntry[]): Promise<void> =>
  db.tenant({ tenantId }, (tx) => writeInto(tx, entries));

/**
 * The same by a process that is the home of the tenant no more, about calls whose legs ended with that: nobody else knows what was heard in them.
 * Said again it adds nothing.
 */
export const writeLastWords = (db: Db, tenantId: number, entries: readonly BookEntry[]): Promise<void> =>
  db.tenant({ tenantId }, (tx) => writeInto(tx, entries, true));

export async function writeInto(tx: TenantTx, entries: readonly BookEntry[], areLastWords = false): Promise<void> {
  const rows = tx.as<never>();
  if (areLastWords) await holdCalls(entries.flatMap(recordsOf)).execute(rows);
  await openAll(tx, only(entries, 'open'));
  await noteAll(tx, only(entries, 'note'));
  await countAgents(rows, entries);
  await markHolds(
    tx,
    only(entries, 'mark').flatMap(({ marks }) => marks),
  );
  await closeAll(tx, only(entries, 'close'), areLastWords);
  await measureAll(rows, only(entries, 'quality'));
  await keepAll(rows, entries);
}

/** The calls whose records it changes. */
function recordsOf(entry: BookEntry): string[] {
  if (entry.kind === 'mark') return [];
  if (entry.kind !== 'open') return [entry.callId];
  const { callId, callbackOf } = entry.call;
  return callbackOf ? [callId, callbackOf] : [callId];
}

const asJson = (list: readonly object[]): string => JSON.stringify(list);

async function openAll(tx: TenantTx, entries: Entry<'open'>[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = tx.as<never>();
  const calls = entries.map(({ call: { task, visitor, networkWord, ...call } }) => ({
    ...call,
    ...networkWord,
    ...(visitor
      ? {
          visitorId: visitor.visitorId,
          customerName: visitor.name,
          customerId: visitor.customerId === null ? null : String(visitor.customerId),
        }
      : task),
  }));
  const { rows: begun } = await beginCalls(asJson(calls)).execute(rows);
  if (begun.length > 0)
    await tx.announce(CALL_STARTED, {
      tenantId: tx.tenantId,
      callIds: begun.map(({ call_id: callId }) => callId),
      directions: begun.map(({ direction }) => direction),
    });
  const calledBack = calls.flatMap(({ callbackOf }) => callbackOf ?? []);
  if (calledBack.length > 0)
    await sql`${unread} update call_record set called_back = true where call_id = any(${calledBack})`.execute(rows);
}

/** Whose call it is: an internal one the caller's, an outgoing one its maker's until somebody else talks, an incoming one whoever's it is now. */
const owner = sql`case r.direction when 'internal' then coalesce(r.user_id, p."userId") when 'outbound' then coalesce(p."talkedUserId", r.user_id) else coalesce(p."userId", r.user_id) end`;
const ownersPhone = sql`case when r.direction = 'inbound' or r.direction = 'outbound' and p."talkedUserId" is not null then coalesce(p."sipNum", r.sip_num) else coalesce(r.sip_num, p."sipNum") end`;

async function noteAll(tx: TenantTx, entries: Entry<'note'>[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = tx.as<never>();
  const events = entries.map(({ callId, seq, event }) => ({
    callId,
    seq,
    atMs: event.atMs,
    type: event.type,
    detail: detailOf(event),
  }));
  await addEvents(asJson(events)).execute(rows);
  const byFlows = entries.flatMap(({ callId, event }) => (event.type === 'flowBegan' ? callId : []));
  if (byFlows.length > 0)
    await sql`${unread} update call_record set ai_or_cc = 'ai' where call_id = any(${byFlows})`.execute(rows);
  const patches = livePatches(entries);
  if (patches.length === 0) return;
  await patchCalls(asJson(patches)).execute(rows);
  const answered = patches.flatMap(({ callId, answeredMs }) => (answeredMs === null ? [] : callId));
  if (answered.length > 0) await tx.announce(CALL_ANSWERED, { tenantId: tx.tenantId, callIds: answered });
}

async function countAgents(rows: Transaction<never>, entries: readonly BookEntry[]): Promise<void> {
  const results = agentResults(entries);
  if (results.length === 0) return;
  await countParts(asJson(results)).execute(rows);
}

interface FoundCall {
  call_id: string;
  direction: CallDirection;
  /** Who took part. */
  agents: number[];
  started_ms: number;
  /** Null while it goes on. */
  cause: CallEnd['cause'] | null;
  ended_by: CallEnd['endedBy'] | null;
  is_over: boolean;
  events: { atMs: number; type: string; detail: object }[];
}

async function closeAll(tx: TenantTx, entries: Entry<'close'>[], areLastWords: boolean): Promise<void> {
  if (entries.length === 0) return;
  const rows = tx.as<never>();
  const ends = new Map(entries.toReversed().map(({ callId, end }) => [callId, end]));
  const { rows: found } = await foundCalls([...ends.keys()]).execute(rows);
  const living = found.filter(({ is_over: isOver, cause, ended_by: endedBy }) =>
    takesEnd(isOver ? { cause: cause!, endedBy: endedBy! } : null, areLastWords),
  );
  if (living.length === 0) return;
  const closed = living.map(({ call_id: callId, started_ms: startedMs, events }) => {
    const end = ends.get(callId)!;
    const facts = callFacts(
      startedMs,
      events.map(({ atMs, type, detail }) => ({ ...detail, atMs, type }) as CallLifeEvent),
      end.endedMs,
    );
    return { callId, ...end, ...facts, endedMs: Math.max(startedMs, end.endedMs), outcome: CallOutcome[end.outcome] };
  });
  await endCalls(asJson(closed)).execute(rows);
  await publishClosed(
    tx,
    living.map(({ agents, direction, is_over: isCorrected }, place) => ({
      ...closed[place]!,
      agents,
      direction,
      isCorrected,
    })),
  );
}

type ClosedCall = Pick<FoundCall, 'direction' | 'agents'> & {
  callId: string;
  outcome: CallOutcome;
  isCorrected: boolean;
};

/** Lists have grown: those who took part hear of theirs, those who see everything of all at once. */
async function publishClosed(tx: TenantTx, written: readonly ClosedCall[]): Promise<void> {
  for (const { callId, agents } of written)
    for (const userId of agents) await tx.push({ kind: CALL_RECORD_ADDED, body: { callId }, to: { userId } });
  const callIds = written.map(({ callId }) => callId);
  await tx.push({ kind: CALL_RECORDS_GREW, body: { callIds }, access: 'call-records.view' });
  for (const { callId, direction, outcome, isCorrected } of written) {
    await tx.announce(CALL_ENDED, { tenantId: tx.tenantId, callId, direction, outcome });
    if (isCorrected) await tx.announce(CALL_CORRECTED, { tenantId: tx.tenantId, callId, direction });
  }
}

async function measureAll(rows: Transaction<never>, entries: Entry<'quality'>[]): Promise<void> {
  if (entries.length === 0) return;
  const measured = entries.map(({ callId, quality: { party, atMs, ...figures } }) => ({
    callId,
    party,
    atMs,
    mos: mosOfLeg(figures),
    figures,
  }));
  await sql`${unread}
    insert into call_quality (call_id, party, at, mos, figures)
    select "callId", party, ${momentOfMsColumn('atMs')}, mos, figures from jsonb_to_recordset(${asJson(measured)}::jsonb) as q ("callId" text, party text, "atMs" float8, mos numeric, figures jsonb)
    on conflict do nothing`.execute(rows);
  // What somebody heard last counts, of the two parties the worse.
  await sql`${unread}
    update call_record r set mos = q.mos from (
      select call_id, min(mos) mos from (select distinct on (call_id, party) call_id, mos from call_quality where call_id = any(${[...new Set(entries.map(({ callId }) => callId))]}) order by call_id, party, at desc) newest group by call_id) q
    where r.call_id = q.call_id and q.mos is not null`.execute(rows);
}

/** After everything else that was said of them: whoever goes on from there finds it in the book. */
async function keepAll(rows: Transaction<never>, entries: readonly BookEntry[]): Promise<void> {
  const { keep, forget } = keptStates(entries);
  if (forget.length > 0)
    await sql`${unread} delete from living_call where call_id = any(${forget}::text[])`.execute(rows);
  if (keep.length === 0) return;
  const living = keep.map(({ callId, version, legs, text }) => ({ callId, version, legs, text: text() }));
  await keepCalls(asJson(living)).execute(rows);
}

// What is written for every call. Their texts are made once.
const beginCalls = textOnce(
  (calls: string) => sql<{ call_id: string; direction: CallDirection }>`${kept}
    insert into call_record (call_id, node, direction, started_at, customer_number, customer_country, our_number, did_number_id, router_id, line_id, user_id, sip_num, group_id, callback_of, task_id, task_name, customer_id, customer_name, visitor_id, attestation, diverted_from, diverted_because)
    select "callId", node, direction, ${momentOfMsColumn('startedMs')}, "customerNumber", "customerCountry", "ourNumber", "didNumberId", "routerId", "lineId", "userId", "sipNum", "groupId", "callbackOf", "taskId", "taskName", "customerId", coalesce("customerName", ''), "visitorId", attestation, "divertedFrom", "divertedBecause"
    from jsonb_to_recordset(${calls}::jsonb) as c ("callId" text, node text, direction text, "startedMs" float8, "customerNumber" text, "customerCountry" text, "ourNumber" text, "didNumberId" bigint, "routerId" bigint,
      "lineId" bigint, "userId" bigint, "sipNum" text, "groupId" bigint, "callbackOf" text, "taskId" text, "taskName" text, "customerId" text, "customerName" text, "visitorId" bigint, attestation text, "divertedFrom" text, "divertedBecause" text)
    on conflict (tenant_id, call_id) do nothing returning call_id, direction`,
);

const addEvents = textOnce(
  (events: string) => sql`${unread}
    insert into call_event (call_id, seq, at, type, detail)
    select "callId", seq, ${momentOfMsColumn('atMs')}, type, detail from jsonb_to_recordset(${events}::jsonb) as e ("callId" text, seq bigint, "atMs" float8, type text, detail jsonb)
    on conflict do nothing`,
);

const patchCalls = textOnce(
  (patches: string) => sql`${unread}
    update call_record r set user_id = ${owner}, answered_at = coalesce(r.answered_at, ${momentOfMsColumn('p.answeredMs')}), survey_score = coalesce(p."surveyScore", r.survey_score), survey_scale = coalesce(p."surveyScale", r.survey_scale)
    from jsonb_to_recordset(${patches}::jsonb) as p ("callId" text, "userId" bigint, "talkedUserId" bigint, "answeredMs" float8, "surveyScore" int, "surveyScale" smallint)
    where r.call_id = p."callId"`,
);

const countParts = textOnce(
  (results: string) => sql`${unread}
    insert into call_agent (record_id, user_id, started_at, result)
    select r.id, a."userId", r.started_at, a.result from jsonb_to_recordset(${results}::jsonb) as a ("callId" text, "userId" bigint, result text) join call_record r on r.call_id = a."callId"
    on conflict (record_id, user_id) do update set result = case when call_agent.result = 'talked' then 'talked' else excluded.result end`,
);

const endCalls = textOnce(
  (closed: string) => sql`${unread}
    update call_record r set ended_at = ${momentOfMsColumn('p.endedMs')}, answered_at = coalesce(r.answered_at, ${momentOfMsColumn('p.answeredMs')}), outcome = p.outcome, cause = p.cause, sip_status = p."sipStatus", refusal = p.refusal, ended_by = p."endedBy",
      ring_sec = p."ringSec", queue_sec = p."queueSec", talk_sec = p."talkSec", hold_sec = p."holdSec", duration_sec = p."durationSec", user_id = ${owner}, sip_num = ${ownersPhone},
      group_id = coalesce(p."groupId", r.group_id), last_place = case when r.direction = 'inbound' and p.outcome > 1 then p."lastPlace" end, survey_score = coalesce(p."surveyScore", r.survey_score), survey_scale = coalesce(p."surveyScale", r.survey_scale)
    from jsonb_to_recordset(${closed}::jsonb) as p ("callId" text, "endedMs" float8, "answeredMs" float8, outcome smallint, cause text, "sipStatus" int, refusal int, "endedBy" text,
      "ringSec" int, "queueSec" int, "talkSec" int, "holdSec" int, "durationSec" int, "userId" bigint, "talkedUserId" bigint, "sipNum" text, "groupId" bigint, "surveyScore" int, "surveyScale" smallint, "lastPlace" text)
    where r.call_id = p."callId"`,
);

/** Of a record that was closed and erased meanwhile nothing is kept. */
const keepCalls = textOnce(
  (living: string) => sql`${unread}
    insert into living_call (call_id, version, legs, state)
    select k."callId", k.version, k.legs, k.text from jsonb_to_recordset(${living}::jsonb) as k ("callId" text, version int, legs text[], text text)
      join call_record r on r.call_id = k."callId"
    on conflict (tenant_id, call_id) do update set version = excluded.version, legs = excluded.legs, state = excluded.state`,
);

/** Before money, and in one order: so the next home takes them for its guesses, and neither waits for the other in a ring. */
const holdCalls = textOnce(
  (callIds: readonly string[]) =>
    sql`${unread} select 1 from call_record where call_id = any(${callIds}) order by id for no key update`,
);

/** Held until the end is written: who was the home of the tenant before, and who is now, may both know of one. */
const foundCalls = textOnce(
  (callIds: readonly string[]) => sql<FoundCall>`${kept}
    select r.call_id, r.direction, r.cause, r.ended_by, r.ended_at is not null is_over, array(select a.user_id from call_agent a where a.record_id = r.id) agents, ${msOfColumn('r.started_at')} started_ms,
      coalesce((select json_agg(json_build_object('atMs', ${msOfColumn('e.at')}, 'type', e.type, 'detail', e.detail) order by e.seq) from call_event e where e.call_id = r.call_id), '[]') events
    from call_record r where r.call_id = any(${callIds}) order by r.id for no key update of r`,
);
