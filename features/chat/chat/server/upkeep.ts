import { sql } from 'kysely';
import { takeOffline } from '#features/team/seats/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { CHAT_PUSH, type ChatPush, type OfflineReason } from '../contract.ts';
import { GONE_AFTER_MS, holdLine, moment, type Line } from './line.ts';
import { tell, type Told } from './told.ts';

/** So many conversations in a row without a reaction, and the agent is taken to be away. */
const MISSED_MOST = 2;
const AT_ONCE = 200;
/** Ticks come every second: after a longer break much may have happened that nobody is to blame for. */
const AWAY_MS = 5_000;

interface AgentRef {
  tenantId: number;
  userId: number;
}

/**
 * What happens because time passed. Any process may do it; whoever comes second finds nothing to do. Rules:
 * 1. A conversation its agent does not open or answer in time goes back into the line; the agent who let two pass in a row is
 *    switched off and told why.
 * 2. After long silence behind our last word the visitor is warned; after more of it the conversation ends. Through a carrier
 *    nobody is warned: it would be one more message, and whoever writes again goes on with the same agent anyway.
 * 3. An agent without a page is switched off after 20 s, and what they had goes to others, as long waiting as it always was.
 *    Whoever switched off has the same 20 s to think again: a page that is loaded anew switches off and on.
 * 4. While we could not look ourselves (a start, a database that was away) nobody is blamed: the 20 s begin when we look again.
 * 5. What belongs to somebody who may not come in any more goes to others.
 */
export function openUpkeep({ db, clock }: Pick<World, 'db' | 'clock'>, line: Line) {
  const now = () => moment(clock.nowMs());
  const before = (ms: number) => moment(clock.nowMs() - ms);
  let lookedMs = Number.NEGATIVE_INFINITY;
  /** Since when we have been looking without a break. */
  let sinceMs = Number.NEGATIVE_INFINITY;
  const isFresh = (): boolean => clock.nowMs() < sinceMs + GONE_AFTER_MS;

  async function requeue(tx: TenantTx, userId: number, event: object): Promise<number> {
    const { rows } = await sql<{ told: Told | null }>`
      select chat_queue(c.id, ${userId}, null, c.passed_by, null, ${JSON.stringify(event)}::jsonb, ${now()}) told from (select id, passed_by from chat_conversation where agent_id = ${userId} and state = 'open' order by id) c`.execute(
      tx.as(),
    );
    for (const { told } of rows) if (told) await tell(tx, told, { stateChanged: true });
    return rows.length;
  }

  async function switchOff(tx: TenantTx, userId: number, why: OfflineReason): Promise<void> {
    const name = await takeOffline(tx, userId, why === 'gone');
    await sql`update chat_agent set missed = 0, gone_at = null where user_id = ${userId}`.execute(tx.as());
    await tx.push({ kind: CHAT_PUSH, body: { what: 'offline', why } satisfies ChatPush, to: { userId } });
    await requeue(tx, userId, { what: 'agentGone', name: name ?? '' });
  }

  /** Everything of one conversation that is due. */
  const due = ({ id, tenantId }: { id: number; tenantId: number }): Promise<void> =>
    db.tenant({ tenantId }, async (tx) => {
      await holdLine(tx);
      const { rows } = await sql<{
        agent_id: number;
        reacted: boolean;
        warned: boolean;
        passed_by: number[];
        name: string;
      }>`
        select c.agent_id, c.reacted_at is not null reacted, c.warned_at is not null or ch.kind <> 'web' warned, c.passed_by, coalesce(m.nick_name, '') name
        from chat_conversation c join chat_channel ch on ch.id = c.channel_id left join member m on m.user_id = c.agent_id where c.id = ${id} and c.state = 'open' and c.due_at <= ${now()} for update of c`.execute(
        tx.as(),
      );
      const one = rows[0];
      if (!one) return;
      if (!one.reacted) return isFresh() ? undefined : letPass(tx, id, one);
      if (!one.warned) return warn(tx, id);
      const { rows: closed } = await sql<{
        told: Told | null;
      }>`select chat_close(${id}, 'silence', null, '{"what": "closed"}', ${now()}) told`.execute(tx.as());
      if (closed[0]?.told) await tell(tx, closed[0].told, { stateChanged: true });
      tx.afterCommit(() => line.serve(tenantId));
    });

  async function letPass(
    tx: TenantTx,
    id: number,
    { agent_id: userId, passed_by: passed, name }: { agent_id: number; passed_by: number[]; name: string },
  ): Promise<void> {
    const { rows } = await sql<{ told: Told | null }>`
      select chat_queue(${id}, ${userId}, null, ${[...new Set([...passed, userId])]}::bigint[], null, ${JSON.stringify({ what: 'requeued', name })}::jsonb, ${now()}) told`.execute(
      tx.as(),
    );
    if (rows[0]?.told) await tell(tx, rows[0].told, { stateChanged: true });
    const { rows: agents } = await sql<{
      missed: number;
    }>`update chat_agent set missed = missed + 1 where user_id = ${userId} returning missed`.execute(tx.as());
    if ((agents[0]?.missed ?? 0) >= MISSED_MOST) await switchOff(tx, userId, 'missed');
    tx.afterCommit(() => line.serve(tx.tenantId));
  }

  async function warn(tx: TenantTx, id: number): Promise<void> {
    await sql`update chat_conversation set warned_at = ${now()}, due_at = ${now()} + chat_setting('ChatCloseMinutes', 5) * interval '1 minute' where id = ${id}`.execute(
      tx.as(),
    );
    const { rows } = await sql<{
      told: Told;
    }>`select chat_told(c, chat_append_event(c, '{"what": "warned"}', ${now()}), 'warned') told from chat_conversation c where c.id = ${id}`.execute(
      tx.as(),
    );
    const { told } = rows[0]!;
    await tell(tx, { ...told, last_no: told.message!.no }, { stateChanged: false });
  }

  const leave = ({ tenantId, userId }: AgentRef, isOnline: boolean): Promise<void> =>
    db.tenant({ tenantId }, async (tx) => {
      await holdLine(tx);
      const { rows } = await sql<{
        user_id: number;
      }>`select user_id from chat_agent where user_id = ${userId} and gone_at <= ${before(GONE_AFTER_MS)} for update`.execute(
        tx.as(),
      );
      if (rows.length === 0) return;
      if (isOnline) await switchOff(tx, userId, 'gone');
      else {
        await sql`update chat_agent set gone_at = null where user_id = ${userId}`.execute(tx.as());
        const { rows: people } = await sql<{
          name: string;
        }>`select nick_name name from member where user_id = ${userId}`.execute(tx.as());
        await requeue(tx, userId, { what: 'agentGone', name: people[0]?.name ?? '' });
      }
      tx.afterCommit(() => line.serve(tenantId));
    });

  /** Notes since when agents are away, forgets it for those who are back; answers those away too long. Row by row: others hold several of them at once. */
  async function look(): Promise<(AgentRef & { isOnline: boolean })[]> {
    interface Seen extends AgentRef {
      isOnline: boolean;
      isThere: boolean;
      isGone: boolean;
      seenMs: number | null;
      goneMs: number | null;
    }
    // Also those who may not work any more: their conversations must not wait for them.
    const { rows } = await db.everyTenant('who went away', (tx) =>
      sql<Seen>`
      select * from (
        select p.tenant_id "tenantId", p.user_id "userId", p.online "isOnline", a.gone_at is not null "isGone", (extract(epoch from a.gone_at) * 1000)::float8 "goneMs", (extract(epoch from s.seen_at) * 1000)::float8 "seenMs",
          p.online and m.enabled and m.text_seat and coalesce(s.seen_at > ${before(GONE_AFTER_MS)}, false) "isThere"
        from seat_presence p join member m on m.tenant_id = p.tenant_id and m.user_id = p.user_id left join chat_agent a on a.tenant_id = p.tenant_id and a.user_id = p.user_id
          left join lateral (select max(s.seen_at) seen_at from chat_socket s where s.tenant_id = p.tenant_id and s.user_id = p.user_id) s on true
        where p.online or a.gone_at is not null
      ) seen where "isThere" = "isGone" or "isGone" limit ${AT_ONCE}`.execute(tx.as()),
    );
    for (const { tenantId, userId, isThere, isGone, seenMs } of rows) {
      if (isThere)
        await db.everyTenant('who came back', (tx) =>
          sql`update chat_agent set gone_at = null where tenant_id = ${tenantId} and user_id = ${userId}`.execute(
            tx.as(),
          ),
        );
      else if (!isGone) {
        await db.everyTenant('who went away', (tx) =>
          sql`insert into chat_agent as a (tenant_id, user_id, gone_at) values (${tenantId}, ${userId}, ${moment(seenMs ?? clock.nowMs())})
          on conflict (tenant_id, user_id) do update set gone_at = excluded.gone_at where a.gone_at is null`.execute(
            tx.as(),
          ),
        );
      }
    }
    const lastMs = clock.nowMs() - GONE_AFTER_MS;
    return rows.filter(
      ({ isThere, isOnline, goneMs, seenMs, isGone }) =>
        !isThere && !(isOnline && isFresh()) && (isGone ? goneMs! <= lastMs : seenMs !== null && seenMs <= lastMs),
    );
  }

  return {
    /** Everything that is due now. */
    async tick(): Promise<void> {
      if (clock.nowMs() - lookedMs > AWAY_MS) sinceMs = clock.nowMs();
      const { rows } = await db.everyTenant('conversations that are due', (tx) =>
        sql<{ id: number; tenantId: number }>`
        select id, tenant_id "tenantId" from chat_conversation where due_at <= ${now()} order by due_at limit ${AT_ONCE}`.execute(
          tx.as(),
        ),
      );
      for (const one of rows) await due(one);
      for (const { isOnline, tenantId, userId } of await look()) await leave({ tenantId, userId }, isOnline);
      lookedMs = clock.nowMs();
    },

    /** Lines that may have been forgotten: a process that stopped between storing and giving out. And what belongs to people who were shut out. */
    async serveAll(): Promise<void> {
      const { rows: shutOut } = await db.everyTenant('people who may not come in', (tx) =>
        sql<AgentRef>`
        select distinct c.tenant_id "tenantId", c.agent_id "userId" from chat_conversation c left join member m on m.tenant_id = c.tenant_id and m.user_id = c.agent_id where c.state = 'open' and m.enabled is not true limit ${AT_ONCE}`.execute(
          tx.as(),
        ),
      );
      for (const { tenantId, userId } of shutOut) {
        await db.tenant({ tenantId }, async (tx) => {
          await holdLine(tx);
          await requeue(tx, userId, { what: 'agentGone', name: '' });
        });
      }
      const { rows } = await db.everyTenant('lines', (tx) =>
        sql<{ tenantId: number }>`
        select t.id "tenantId" from tenant t where exists (select from chat_conversation c where c.tenant_id = t.id and c.state = 'waiting')`.execute(
          tx.as(),
        ),
      );
      for (const { tenantId } of rows) line.serve(tenantId);
    },

    /** A text seat was switched. */
    async switched({ tenantId, userId }: AgentRef): Promise<void> {
      // As it is now: this may be heard late.
      await db.tenant({ tenantId }, (tx) =>
        sql`
        insert into chat_agent as a (user_id, gone_at) select ${userId}::bigint, case when not p.online then ${now()} end from seat_presence p where p.user_id = ${userId}
        on conflict (tenant_id, user_id) do update set gone_at = case when excluded.gone_at is not null then coalesce(a.gone_at, excluded.gone_at) end, missed = case when excluded.gone_at is null then 0 else a.missed end`.execute(
          tx.as(),
        ),
      );
      line.serve(tenantId);
    },
  };
}

export type Upkeep = ReturnType<typeof openUpkeep>;
