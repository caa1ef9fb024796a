import { sql } from 'kysely';
import { takeOffline } from '#features/team/seats/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { CHAT_PUSH, type ChatPush, type OfflineReason } from '../contract.ts';
import { pushChange, type ChatChange } from './chat-push.ts';

/** What an agent had goes to others, as long waiting as it always was. */
export async function requeue(tx: TenantTx, userId: number, event: object, nowMs: number): Promise<number> {
  const { rows } = await sql<{ told: ChatChange | null }>`
    select chat_queue(c.id, ${userId}, null, c.passed_by, null, ${JSON.stringify(event)}::jsonb, ${momentOfMs(nowMs)}) told from (select id, passed_by from chat_conversation where agent_id = ${userId} and state = 'open' order by id) c`.execute(
    tx.as(),
  );
  for (const { told: change } of rows) if (change) await pushChange(tx, change, { stateChanged: true });
  return rows.length;
}

/** Nobody works here any more until they switch on again; they are told why. */
export async function switchOff(tx: TenantTx, userId: number, why: OfflineReason, nowMs: number): Promise<void> {
  const name = await takeOffline(tx, userId, why === 'gone');
  await sql`update chat_agent set missed = 0, gone_at = null where user_id = ${userId}`.execute(tx.as());
  await tx.push({ kind: CHAT_PUSH, body: { what: 'offline', why } satisfies ChatPush, to: { userId } });
  await requeue(tx, userId, { what: 'agentGone', name: name ?? '' }, nowMs);
}
