import { sql } from 'kysely';
import { absentAgent, type StatusChange } from '#core/agent-status/agent-machine.ts';
import type { LiveAgent, StatusReason } from '#core/agent-status/live-agent.ts';
import { agentRows } from '#features/team/agents/server/index.ts';
import { kept, type Tx, type TenantTx } from '#platform/server/db/db.ts';
import { momentOfMsColumn } from '#platform/server/db/moments.ts';
import { nameHasWords } from '#platform/server/db/search-words.ts';
import { textOnce, type Asking } from '#platform/server/db/text-once.ts';
import type { AgentStatus } from '#shared/codes/agent-status.ts';
import type { AgentType } from '#shared/codes/agent-type.ts';

/** A voice agent and how they stood when it was last written down. */
export interface StoredAgent {
  tenant_id: number;
  user_id: number;
  name: string;
  sip_num: string;
  agent_type: AgentType;
  has_mobile: boolean;
  /** Null for somebody who never had a status. */
  status: AgentStatus | null;
  since_ms: number;
  next_status: AgentStatus | null;
  modified_by: string | null;
  next_modified_by: string | null;
  reason: StatusReason | null;
  resume_status: AgentStatus | null;
  call_id: string | null;
  call_at: 'ringing' | 'talking' | null;
  wrap_up_call_id: string | null;
  wrap_up_from_ms: number | null;
  wrap_up_until_ms: number | null;
  wrap_up_latest_ms: number | null;
  idle_since_ms: number;
  session_id: number | null;
  device_id: string;
  last_event_id: number;
}

export interface WrapUpDone {
  callId: string;
  startedMs: number;
  endedMs: number;
}

export interface ToStore {
  userId: number;
  state: LiveAgent;
  sessionId: number | null;
  deviceId: string;
  changes: readonly StatusChange[];
  wrapUpsDone: readonly WrapUpDone[];
}

/** A change of status as it was told; ids grow per agent. */
export interface StatusEventRow {
  id: number;
  status: AgentStatus;
  at_ms: number;
  changed_by: string | null;
  reason: StatusReason | null;
  call_id: string | null;
}

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;
const select = (where: ReturnType<typeof sql>) => sql<StoredAgent>`
  select a.tenant_id, a.user_id, m.nick_name name, a.sip_num, a.agent_type, a.mobile is not null has_mobile, s.status, ${ms('s.since')} since_ms, s.next_status, s.modified_by, s.next_modified_by, s.reason, s.resume_status,
    s.call_id, s.call_at, s.wrap_up_call_id, ${ms('s.wrap_up_from')} wrap_up_from_ms, ${ms('s.wrap_up_until')} wrap_up_until_ms, ${ms('s.wrap_up_latest')} wrap_up_latest_ms, ${ms('s.idle_since')} idle_since_ms,
    s.session_id, coalesce(s.device_id, '') device_id,
    coalesce((select max(e.id) from agent_status_event e where e.tenant_id = a.tenant_id and e.user_id = a.user_id), 0) last_event_id
  from ${agentRows} a join member m on m.tenant_id = a.tenant_id and m.user_id = a.user_id and m.enabled and m.voice_seat
    left join agent_state s on s.tenant_id = a.tenant_id and s.user_id = a.user_id
  where a.enabled and ${where}`;

const AT_WORK = sql`(s.status <> 0 or s.resume_status is not null or s.call_id is not null or s.wrap_up_call_id is not null)`;

/** For the board, which holds agents of every tenant. */
export function everyAgent(tx: Tx) {
  const rows = tx.as<never>();
  return {
    async find(tenantId: number, userId: number): Promise<StoredAgent | null> {
      return (await select(sql`a.tenant_id = ${tenantId} and a.user_id = ${userId}`).execute(rows)).rows[0] ?? null;
    },
    async bySipNum(sipNum: string): Promise<{ tenantId: number; userId: number } | null> {
      const found = await sql<{
        tenantId: number;
        userId: number;
      }>`select tenant_id "tenantId", user_id "userId" from ${agentRows} a where sip_num = ${sipNum} and enabled`.execute(
        rows,
      );
      return found.rows[0] ?? null;
    },
    /** Those of a tenant whom a process that is gone left doing something, and these. */
    async notOffline(tenantId: number, userIds: readonly number[] = []): Promise<StoredAgent[]> {
      const meant = sql`(${AT_WORK} or a.user_id = any(${userIds}::bigint[]))`;
      return (await select(sql`a.tenant_id = ${tenantId} and ${meant}`).execute(rows)).rows;
    },
    /** Tenants with such people. */
    async tenantsAtWork(): Promise<number[]> {
      const found = await sql<{ id: number }>`select distinct tenant_id id from agent_state s where ${AT_WORK}`.execute(
        rows,
      );
      return found.rows.map(({ id }) => id);
    },
  };
}

/** SQL: stores how agents stand. Finds the ids of each one's changes; those who are no agents any more are not among them. One statement for all. */
export const storeAgents = (agents: readonly ToStore[]): Asking<{ user_id: number; ids: number[] }> =>
  storing(asJson(agents.map(rowOf)), asJson(agents.flatMap(changesOf)), asJson(agents.flatMap(wrapUpsOf)));

const storing = textOnce(
  (states: string, changes: string, wrapUps: string) => sql<{ user_id: number; ids: number[] }>`${kept}
  with stored as (
    insert into agent_state (user_id, status, since, next_status, modified_by, next_modified_by, reason, resume_status, call_id, call_at,
      wrap_up_call_id, wrap_up_from, wrap_up_until, wrap_up_latest, idle_since, session_id, device_id)
    select a.user_id, g.status, ${momentOfMsColumn('g.sinceMs')}, g."nextStatus", g."modifiedBy", g."nextModifiedBy", g.reason, g."resumeStatus", g."callId", g."callAt",
      g."wrapUpCallId", ${momentOfMsColumn('g.wrapUpFromMs')}, ${momentOfMsColumn('g.wrapUpUntilMs')}, ${momentOfMsColumn('g.wrapUpLatestMs')}, ${momentOfMsColumn('g.idleSinceMs')}, g."sessionId", g."deviceId"
    from jsonb_to_recordset(${states}::jsonb) as g ("userId" bigint, status int, "sinceMs" float8, "nextStatus" int, "modifiedBy" text, "nextModifiedBy" text, reason text, "resumeStatus" int, "callId" text, "callAt" text,
      "wrapUpCallId" text, "wrapUpFromMs" float8, "wrapUpUntilMs" float8, "wrapUpLatestMs" float8, "idleSinceMs" float8, "sessionId" bigint, "deviceId" text) join ${agentRows} a on a.user_id = g."userId"
    order by a.user_id
    on conflict (tenant_id, user_id) do update set status = excluded.status, since = excluded.since, next_status = excluded.next_status, modified_by = excluded.modified_by,
      next_modified_by = excluded.next_modified_by, reason = excluded.reason, resume_status = excluded.resume_status, call_id = excluded.call_id, call_at = excluded.call_at,
      wrap_up_call_id = excluded.wrap_up_call_id, wrap_up_from = excluded.wrap_up_from, wrap_up_until = excluded.wrap_up_until, wrap_up_latest = excluded.wrap_up_latest, idle_since = excluded.idle_since,
      session_id = excluded.session_id, device_id = excluded.device_id
    returning user_id
  ), changed as (
    select c.* from jsonb_to_recordset(${changes}::jsonb) as c ("userId" bigint, place int, "isFirst" boolean, status int, "atMs" float8, "untilMs" float8, "changedBy" text, reason text, "callId" text)
      join stored on user_id = c."userId"
  ), ended as (
    update agent_status_event e set until = ${momentOfMsColumn('c.atMs')} from changed c where c."isFirst" and e.user_id = c."userId" and e.until is null returning 1
  ), added as (
    -- After those before have ended: of each agent one alone holds.
    insert into agent_status_event (user_id, status, at, until, changed_by, reason, call_id)
    select c."userId", c.status, ${momentOfMsColumn('c.atMs')}, ${momentOfMsColumn('c.untilMs')}, c."changedBy", c.reason, c."callId" from changed c, (select count(*) from ended) done
    order by c."userId", c.place
    returning id, user_id
  ), wrapped as (
    insert into agent_wrap_up (user_id, call_id, started_at, ended_at)
    select w."userId", w."callId", ${momentOfMsColumn('w.startedMs')}, ${momentOfMsColumn('w.endedMs')}
    from jsonb_to_recordset(${wrapUps}::jsonb) as w ("userId" bigint, "callId" text, "startedMs" float8, "endedMs" float8) join stored on user_id = w."userId"
    on conflict (tenant_id, user_id, call_id) do update set ended_at = excluded.ended_at
  )
  select user_id, array(select a.id from added a where a.user_id = stored.user_id order by a.id) ids from stored`,
);

/** Status and its history, of one tenant. */
export function agentStateRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /** At most `limit` changes after `lastId`, in order. */
    async eventsSince(userId: number, lastId: number, limit: number): Promise<StatusEventRow[]> {
      const found = await sql<StatusEventRow>`
        select id, status, ${ms('at')} at_ms, changed_by, reason, call_id from agent_status_event
        where user_id = ${userId} and id > ${lastId} order by id limit ${limit}`.execute(rows);
      return found.rows;
    },
    async page({
      page,
      size,
      status,
      word,
    }: {
      page: number;
      size: number;
      status?: AgentStatus | undefined;
      word?: string | undefined;
    }): Promise<{ agents: StoredAgent[]; total: number }> {
      const where = sql`a.tenant_id = ${tx.tenantId} and ${nameHasWords(sql`m.nick_name || ' ' || a.sip_num`, word ?? '')} and (${status ?? null}::int is null or coalesce(s.status, 0) = ${status ?? null})`;
      const agents = await sql<StoredAgent & { total: number }>`
        select found.*, count(*) over () total from (${select(where)}) found order by name, user_id limit ${size} offset ${(page - 1) * size}`.execute(
        rows,
      );
      return { agents: agents.rows, total: agents.rows[0]?.total ?? 0 };
    },
  };
}

const asJson = (list: readonly object[]): string => JSON.stringify(list);

const rowOf = ({ userId, state, sessionId, deviceId }: ToStore) => {
  const { status, sinceMs, nextStatus, modifiedBy, nextModifiedBy, reason, resumeStatus, call, wrapUp, idleSinceMs } =
    state;
  return {
    userId,
    status,
    sinceMs,
    nextStatus,
    modifiedBy,
    nextModifiedBy,
    reason,
    resumeStatus,
    callId: call?.callId,
    callAt: call?.at,
    wrapUpCallId: wrapUp?.callId,
    wrapUpFromMs: wrapUp?.startedMs,
    wrapUpUntilMs: wrapUp?.endsMs,
    wrapUpLatestMs: wrapUp?.latestMs,
    idleSinceMs,
    sessionId,
    deviceId,
  };
};

/** Each holds until the next. */
const changesOf = ({ userId, changes }: ToStore) =>
  changes.map(({ status, atMs, by, reason, callId }, place) => ({
    userId,
    place,
    isFirst: place === 0,
    status,
    atMs,
    untilMs: changes[place + 1]?.atMs,
    changedBy: by,
    reason,
    callId,
  }));

const wrapUpsOf = ({ userId, wrapUpsDone }: ToStore) =>
  [...new Map(wrapUpsDone.map((done) => [done.callId, done])).values()].map((done) => ({ userId, ...done }));

/** How an agent stood when it was last written down; pages and phones are not known of. */
export function stateOf(row: StoredAgent, nowMs: number): LiveAgent {
  const absent = { ...absentAgent(row.agent_type, nowMs), hasMobile: row.has_mobile };
  if (row.status === null) return absent;
  return {
    ...absent,
    status: row.status,
    sinceMs: row.since_ms,
    // Calls of a stopped server are over; work after one goes on.
    doingSinceMs: row.wrap_up_from_ms ?? Math.max(row.since_ms, row.idle_since_ms),
    nextStatus: row.next_status,
    modifiedBy: row.modified_by,
    nextModifiedBy: row.next_modified_by,
    reason: row.reason,
    resumeStatus: row.resume_status,
    call: row.call_id !== null && row.call_at !== null ? { callId: row.call_id, at: row.call_at } : null,
    wrapUp:
      row.wrap_up_call_id !== null
        ? {
            callId: row.wrap_up_call_id,
            startedMs: row.wrap_up_from_ms!,
            endsMs: row.wrap_up_until_ms!,
            latestMs: row.wrap_up_latest_ms ?? row.wrap_up_until_ms!,
          }
        : null,
    idleSinceMs: row.idle_since_ms,
  };
}
