import { sql } from 'kysely';
import { momentOfMs, msOfColumn } from '#platform/server/db/moments.ts';
import { requeue, switchOff } from './agents-off.ts';
import type { ChatDeskParts } from './chat-desk-parts.ts';
import { GONE_AFTER_MS, holdLine } from './chat-queue.ts';
import type { AgentRef } from './upkeep.ts';

const AT_ONCE = 200;
/** Processes speak for their pages every few seconds: one that was silent for so long is dead, and its rows tell nothing. */
const PROCESS_DEAD_MS = 15_000;

/** Takes what they had from an agent who has been away too long; nothing happens if they came back meanwhile. */
export const leave = (
  { db, clock, line }: ChatDeskParts,
  { tenantId, userId }: AgentRef,
  isOnline: boolean,
): Promise<void> =>
  db.tenant({ tenantId }, async (tx) => {
    await holdLine(tx);
    const { rows } = await sql<{
      user_id: number;
    }>`select user_id from chat_agent where user_id = ${userId} and gone_at <= ${momentOfMs(clock.nowMs() - GONE_AFTER_MS)} for update`.execute(
      tx.as(),
    );
    if (rows.length === 0) return;
    if (isOnline) await switchOff(tx, userId, 'gone', clock.nowMs());
    else {
      await sql`update chat_agent set gone_at = null where user_id = ${userId}`.execute(tx.as());
      const { rows: people } = await sql<{
        name: string;
      }>`select nick_name name from member where user_id = ${userId}`.execute(tx.as());
      await requeue(tx, userId, { what: 'agentGone', name: people[0]?.name ?? '' }, clock.nowMs());
    }
    tx.afterCommit(() => line.serve(tenantId));
  });

/**
 * Notes since when agents are away, forgets it for those who are back; answers those away too long. Row by row: others hold
 * several of them at once. Away is counted from the last sign of life that a living process knows of, else from now: a row
 * that a dead process left says how long that process has been dead, and nothing about the agent.
 */
export async function lookForAway(
  { db, clock }: ChatDeskParts,
  isFresh: () => boolean,
): Promise<(AgentRef & { isOnline: boolean })[]> {
  interface Seen extends AgentRef {
    isOnline: boolean;
    isThere: boolean;
    isGone: boolean;
    heardMs: number | null;
    goneMs: number | null;
  }
  // Also those who may not work any more: their conversations must not wait for them.
  const { rows } = await db.everyTenant('who went away', (tx) =>
    sql<Seen>`
    select * from (
      select p.tenant_id "tenantId", p.user_id "userId", p.online "isOnline", a.gone_at is not null "isGone", ${msOfColumn('a.gone_at')} "goneMs", ${msOfColumn('s.heard_at')} "heardMs",
        p.online and m.enabled and m.text_seat and coalesce(s.seen_at > ${momentOfMs(clock.nowMs() - GONE_AFTER_MS)}, false) "isThere"
      from seat_presence p join member m on m.tenant_id = p.tenant_id and m.user_id = p.user_id left join chat_agent a on a.tenant_id = p.tenant_id and a.user_id = p.user_id
        left join lateral (select max(s.seen_at) seen_at, max(s.seen_at) filter (where s.spoken_for_at > ${momentOfMs(clock.nowMs() - PROCESS_DEAD_MS)}) heard_at from chat_socket s where s.tenant_id = p.tenant_id and s.user_id = p.user_id) s on true
      where p.online or a.gone_at is not null
    ) seen where "isThere" = "isGone" or "isGone" limit ${AT_ONCE}`.execute(tx.as()),
  );
  for (const { tenantId, userId, isThere, isGone, heardMs } of rows) {
    if (isThere)
      await db.everyTenant('who came back', (tx) =>
        sql`update chat_agent set gone_at = null where tenant_id = ${tenantId} and user_id = ${userId}`.execute(
          tx.as(),
        ),
      );
    else if (!isGone) {
      await db.everyTenant('who went away', (tx) =>
        sql`insert into chat_agent as a (tenant_id, user_id, gone_at) values (${tenantId}, ${userId}, ${momentOfMs(heardMs ?? clock.nowMs())})
        on conflict (tenant_id, user_id) do update set gone_at = excluded.gone_at where a.gone_at is null`.execute(
          tx.as(),
        ),
      );
    }
  }
  const lastMs = clock.nowMs() - GONE_AFTER_MS;
  return rows.filter(
    ({ isThere, isOnline, goneMs, heardMs, isGone }) =>
      !isThere && !(isOnline && isFresh()) && (isGone ? goneMs! <= lastMs : heardMs !== null && heardMs <= lastMs),
  );
}
