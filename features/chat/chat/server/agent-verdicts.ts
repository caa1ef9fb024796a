import { sql } from 'kysely';
import { customerRows } from '#features/customers/customers/server/index.ts';
import { tieVisitorCalls } from '#features/voice/call-records/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { Failure } from '#shared/errors.ts';
import type { AgentDesk } from './agent-desk.ts';
import type { ChatDeskParts } from './chat-desk-parts.ts';
import { heldAlive, heldTheirs } from './held-conversation.ts';
import { pushToAgents, pushChatsChanged } from './chat-push.ts';
import { pushedAndServed } from './pushed-and-served.ts';

/** What agents decide about a conversation and whoever writes in it. */
export function agentVerdicts({
  db,
  clock,
  line,
}: ChatDeskParts): Pick<AgentDesk, 'close' | 'record' | 'block' | 'unblock'> {
  const now = () => momentOfMs(clock.nowMs());

  return {
    close: (agent, id, about) =>
      db.tenant(agent, async (tx) => {
        await heldAlive(tx, id, agent);
        await setRecord(tx, id, about);
        await pushedAndServed(
          line,
          tx,
          sql`select chat_close(${id}, 'agent', ${agent.userId}, ${JSON.stringify({ what: 'closed', name: agent.name })}::jsonb, ${now()}) told`,
        );
      }),

    record: (agent, id, about) =>
      db.tenant(agent, async (tx) => {
        const { visitor_id: visitorId } = await heldTheirs(tx, id, agent);
        await setRecord(tx, id, about);
        if (about.customerId !== undefined) {
          if (
            about.customerId !== null &&
            (
              await sql`select from ${customerRows} c where id = ${about.customerId} and deleted_at is null`.execute(
                tx.as(),
              )
            ).rows.length === 0
          )
            throw new Failure('notFound');
          await sql`update chat_visitor set customer_id = ${about.customerId} where id = ${visitorId}`.execute(tx.as());
          await sql`update chat_conversation set customer_id = ${about.customerId} where id = ${id}`.execute(tx.as());
          await tieVisitorCalls(tx, visitorId, about.customerId);
        }
        await pushChatsChanged(tx, [id]);
      }),

    block: (agent, id, reason) =>
      db.tenant(agent, async (tx) => {
        const { state, agent_id: agentId, visitor_id: visitorId } = await heldTheirs(tx, id, agent);
        if (!agent.supervises && state === 'closed') throw new Failure('chatClosed');
        await sql`update chat_visitor set blocked_at = ${now()}, blocked_by = ${agent.userId}, blocked_reason = ${reason} where id = ${visitorId}`.execute(
          tx.as(),
        );
        await pushToAgents(tx, agentId, { what: 'blacklisted', conversation_id: id, agent_id: agentId });
        if (state === 'closed') await pushChatsChanged(tx, [id]);
        else
          await pushedAndServed(
            line,
            tx,
            sql`select chat_close(${id}, 'blocked', ${agent.userId}, ${JSON.stringify({ what: 'blocked', name: agent.name })}::jsonb, ${now()}) told`,
          );
      }),

    unblock: (agent, id) =>
      db.tenant(agent, async (tx) => {
        const { visitor_id: visitorId } = await heldTheirs(tx, id, agent);
        await sql`update chat_visitor set blocked_at = null, blocked_by = null, blocked_reason = '' where id = ${visitorId}`.execute(
          tx.as(),
        );
        await pushChatsChanged(tx, [id]);
      }),
  };
}

async function setRecord(
  tx: TenantTx,
  id: number,
  { labelId, remark }: { labelId?: number | null | undefined; remark?: string | undefined },
): Promise<void> {
  if (labelId) {
    const known = await sql`select from call_label where id = ${labelId}`.execute(tx.as());
    if (known.rows.length === 0) throw new Failure('notFound');
  }
  if (labelId !== undefined)
    await sql`update chat_conversation set label_id = ${labelId} where id = ${id}`.execute(tx.as());
  if (remark !== undefined)
    await sql`update chat_conversation set remark = ${remark} where id = ${id}`.execute(tx.as());
}
