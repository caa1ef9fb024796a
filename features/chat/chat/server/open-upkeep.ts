import { sql } from 'kysely';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { leave, lookForAway } from './agents-away.ts';
import { requeue } from './agents-off.ts';
import type { ChatDeskParts } from './chat-desk-parts.ts';
import { dealWithDue } from './due-conversations.ts';
import { GONE_AFTER_MS, holdLine } from './chat-queue.ts';
import type { AgentRef, Upkeep } from './upkeep.ts';

const AT_ONCE = 200;
/** Ticks come every second: after a longer break much may have happened that nobody is to blame for. */
const AWAY_MS = 5_000;

export function openUpkeep(parts: ChatDeskParts): Upkeep {
  const { db, clock, line } = parts;
  const now = () => momentOfMs(clock.nowMs());
  let lookedMs = Number.NEGATIVE_INFINITY;
  /** Since when we have been looking without a break. */
  let sinceMs = Number.NEGATIVE_INFINITY;
  const isFresh = (): boolean => clock.nowMs() < sinceMs + GONE_AFTER_MS;

  /** What is due. Messages put off what was due and leave when it is looked at: so it may not be, and is looked at again when it is. */
  async function lookForDue(): Promise<{ id: number; tenantId: number }[]> {
    const { rows } = await db.everyTenant('conversations that may be due', (tx) =>
      sql<{ id: number; tenantId: number; isDue: boolean }>`
        select id, tenant_id "tenantId", coalesce(due_at <= ${now()}, false) "isDue" from chat_conversation where look_at <= ${now()} order by look_at limit ${AT_ONCE}`.execute(
        tx.as(),
      ),
    );
    const others = rows.filter(({ isDue }) => !isDue).map(({ id }) => id);
    if (others.length > 0)
      await db.everyTenant('conversations that are not due yet', (tx) =>
        sql`
        update chat_conversation set look_at = due_at where id in (
          select id from chat_conversation where id = any(${others}::bigint[]) and (due_at is null or due_at > ${now()}) order by id for update skip locked)`.execute(
          tx.as(),
        ),
      );
    return rows.filter(({ isDue }) => isDue);
  }

  return {
    async tick() {
      if (clock.nowMs() - lookedMs > AWAY_MS) sinceMs = clock.nowMs();
      for (const one of await lookForDue()) await dealWithDue(parts, one, isFresh);
      for (const { isOnline, tenantId, userId } of await lookForAway(parts, isFresh))
        await leave(parts, { tenantId, userId }, isOnline);
      lookedMs = clock.nowMs();
    },

    async serveAll() {
      const { rows: shutOut } = await db.everyTenant('people who may not come in', (tx) =>
        sql<AgentRef>`
        select distinct c.tenant_id "tenantId", c.agent_id "userId" from chat_conversation c left join member m on m.tenant_id = c.tenant_id and m.user_id = c.agent_id where c.state = 'open' and m.enabled is not true limit ${AT_ONCE}`.execute(
          tx.as(),
        ),
      );
      for (const { tenantId, userId } of shutOut) {
        await db.tenant({ tenantId }, async (tx) => {
          await holdLine(tx);
          await requeue(tx, userId, { what: 'agentGone', name: '' }, clock.nowMs());
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

    async switched({ tenantId, userId }) {
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
