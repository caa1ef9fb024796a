import { sql } from 'kysely';
import { absentAgent, type StatusChange } from '#core/agent-status/agent-machine.ts';
import type { LiveAgent, StatusReason } from '#core/agent-status/live-agent.ts';
import { agentRows } from '#features/team/agents/server/index.ts';
import type { Tx, TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { nameHasWords } from '#platform/server/db/search-words.ts';
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
    /** Those of a tenant whom a process that is gone left doing something. */
    async notOffline(tenantId: number): Promise<StoredAgent[]> {
      return (await select(sql`a.tenant_id = ${tenantId} and ${AT_WORK}`).execute(rows)).rows;
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

/** Status and its history, of one tenant. */
export function agentStateRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /** Answers the ids of the changes, or null when the person is no agent any more. */
    async store({ userId, state, sessionId, deviceId, changes, wrapUpsDone }: ToStore): Promise<number[] | null> {
      const { call, wrapUp } = state;
      const stored = await sql`
        insert into agent_state (user_id, status, since, next_status, modified_by, next_modified_by, reason, resume_status, call_id, call_at,
          wrap_up_call_id, wrap_up_from, wrap_up_until, wrap_up_latest, idle_since, session_id, device_id)
        select a.user_id, ${state.status}, ${momentOfMs(state.sinceMs)}, ${state.nextStatus}, ${state.modifiedBy}, ${state.nextModifiedBy}, ${state.reason}, ${state.resumeStatus}, ${call?.callId ?? null}, ${call?.at ?? null},
          ${wrapUp?.callId ?? null}, ${momentOfMs(wrapUp?.startedMs ?? null)}::timestamptz, ${momentOfMs(wrapUp?.endsMs ?? null)}::timestamptz, ${momentOfMs(wrapUp?.latestMs ?? null)}::timestamptz, ${momentOfMs(state.idleSinceMs)}, ${sessionId}::bigint, ${deviceId}
        from ${agentRows} a where a.user_id = ${userId}
        on conflict (tenant_id, user_id) do update set status = excluded.status, since = excluded.since, next_status = excluded.next_status, modified_by = excluded.modified_by,
          next_modified_by = excluded.next_modified_by, reason = excluded.reason, resume_status = excluded.resume_status, call_id = excluded.call_id, call_at = excluded.call_at,
          wrap_up_call_id = excluded.wrap_up_call_id, wrap_up_from = excluded.wrap_up_from, wrap_up_until = excluded.wrap_up_until, wrap_up_latest = excluded.wrap_up_latest, idle_since = excluded.idle_since,
          session_id = excluded.session_id, device_id = excluded.device_id
        returning 1`.execute(rows);
      if (stored.rows.length === 0) return null;
      const ids: number[] = [];
      for (const change of changes) ids.push(await addEvent(userId, change));
      for (const { callId, startedMs, endedMs } of wrapUpsDone) {
        await sql`insert into agent_wrap_up (user_id, call_id, started_at, ended_at) values (${userId}, ${callId}, ${momentOfMs(startedMs)}, ${momentOfMs(endedMs)})
          on conflict (tenant_id, user_id, call_id) do update set ended_at = excluded.ended_at`.execute(rows);
      }
      return ids;
    },
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

  async function addEvent(userId: number, { status, atMs, by, reason, callId }: StatusChange): Promise<number> {
    await sql`update agent_status_event set until = ${momentOfMs(atMs)} where user_id = ${userId} and until is null`.execute(
      rows,
    );
    const added = await sql<{
      id: number;
    }>`insert into agent_status_event (user_id, status, at, changed_by, reason, call_id) values (${userId}, ${status}, ${momentOfMs(atMs)}, ${by}, ${reason}, ${callId}) returning id`.execute(
      rows,
    );
    return added.rows[0]!.id;
  }
}

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
