import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs, msOfColumn } from '#platform/server/db/moments.ts';
import { afterMiss, type Passer } from '../core/absence.ts';
import { switchOff } from './agents-off.ts';
import type { ChatDeskParts } from './chat-desk-parts.ts';
import { holdLine, type ChatQueue } from './chat-queue.ts';
import { pushChange, type ChatChange } from './chat-push.ts';

interface Due {
  agent_id: number;
  assignedMs: number;
  reacted: boolean;
  warned: boolean;
  passed_by: number[];
  name: string;
}

/** Everything of one conversation that is due (rules 1 and 2); who does not react is blamed only if we have been looking. */
export const dealWithDue = (
  { db, clock, line }: ChatDeskParts,
  { id, tenantId }: { id: number; tenantId: number },
  isFresh: () => boolean,
): Promise<void> =>
  db.tenant({ tenantId }, async (tx) => {
    await holdLine(tx);
    const { rows } = await sql<Due>`
      select c.agent_id, ${msOfColumn('c.assigned_at')} "assignedMs", c.reacted_at is not null reacted, c.warned_at is not null or ch.kind <> 'web' warned, c.passed_by, coalesce(m.nick_name, '') name
      from chat_conversation c join chat_channel ch on ch.id = c.channel_id left join member m on m.user_id = c.agent_id where c.id = ${id} and c.state = 'open' and c.due_at <= ${momentOfMs(clock.nowMs())} for update of c`.execute(
      tx.as(),
    );
    const one = rows[0];
    if (!one) return;
    if (!one.reacted) return isFresh() ? undefined : letPass(line, tx, id, one, clock.nowMs());
    if (!one.warned) return warn(tx, id, clock.nowMs());
    const { rows: closed } = await sql<{
      told: ChatChange | null;
    }>`select chat_close(${id}, 'silence', null, '{"what": "closed"}', ${momentOfMs(clock.nowMs())}) told`.execute(
      tx.as(),
    );
    if (closed[0]?.told) await pushChange(tx, closed[0].told, { stateChanged: true });
    tx.afterCommit(() => line.serve(tenantId));
  });

async function letPass(
  line: ChatQueue,
  tx: TenantTx,
  id: number,
  { agent_id: userId, assignedMs, passed_by: passed, name }: Due,
  nowMs: number,
): Promise<void> {
  const { rows } = await sql<{ told: ChatChange | null }>`
    select chat_queue(${id}, ${userId}, null, ${[...new Set([...passed, userId])]}::bigint[], null, ${JSON.stringify({ what: 'requeued', name })}::jsonb, ${momentOfMs(nowMs)}) told`.execute(
    tx.as(),
  );
  if (rows[0]?.told) await pushChange(tx, rows[0].told, { stateChanged: true });
  const { rows: agents } =
    await sql<Passer>`select missed, ${msOfColumn('active_at')} "activeMs" from chat_agent where user_id = ${userId} for update`.execute(
      tx.as(),
    );
  const { missed, isAway } = afterMiss(agents[0] ?? { missed: 0, activeMs: null }, assignedMs);
  if (isAway) await switchOff(tx, userId, 'missed', nowMs);
  else await sql`update chat_agent set missed = ${missed} where user_id = ${userId}`.execute(tx.as());
  tx.afterCommit(() => line.serve(tx.tenantId));
}

async function warn(tx: TenantTx, id: number, nowMs: number): Promise<void> {
  await sql`update chat_conversation set warned_at = ${momentOfMs(nowMs)}, due_at = ${momentOfMs(nowMs)} + chat_setting('ChatCloseMinutes', 5) * interval '1 minute' where id = ${id}`.execute(
    tx.as(),
  );
  const { rows } = await sql<{
    told: ChatChange;
  }>`select chat_told(c, chat_append_event(c, '{"what": "warned"}', ${momentOfMs(nowMs)}), 'warned') told from chat_conversation c where c.id = ${id}`.execute(
    tx.as(),
  );
  const { told: change } = rows[0]!;
  await pushChange(tx, { ...change, last_no: change.message!.no }, { stateChanged: false });
}
