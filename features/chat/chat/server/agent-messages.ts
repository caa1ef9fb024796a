import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { Failure } from '#shared/errors.ts';
import { CHAT_LOOKED_AT, CHAT_PUSH, CHAT_TO_CARRY, type ChatPush } from '../contract.ts';
import type { AgentDesk, ChatAgent } from './agent-desk.ts';
import type { ChatDeskParts } from './chat-desk-parts.ts';
import { held } from './held-conversation.ts';
import {
  pushChange,
  pushToAgents,
  pushFate,
  visitorConversationOf,
  visitorPush,
  type ChatChange,
} from './chat-push.ts';

const outcomes = {
  gone: 'notFound',
  closed: 'chatClosed',
  notYours: 'chatNotYours',
  noFile: 'notFound',
  windowOver: 'chatWindowOver',
  notFailed: 'conflict',
} as const;

/** What agents write in conversations, and what they see of them. */
export function agentMessages({
  db,
  clock,
  sayTogether,
}: Pick<ChatDeskParts, 'db' | 'clock' | 'sayTogether'>): Pick<
  AgentDesk,
  'send' | 'resend' | 'read' | 'writes' | 'typing' | 'react'
> {
  const now = () => momentOfMs(clock.nowMs());
  const acts = (tx: TenantTx, { userId }: Pick<ChatAgent, 'userId'>) =>
    sql`select chat_agent_acts(${userId}, ${now()})`.execute(tx.as());

  /** Whatever it is: what it needs is looked up, and what stands in the way is told. */
  const sendAlone: AgentDesk['send'] = (
    agent,
    { conversation_id, client_id, text, file_id, note, mentions },
    template,
  ) =>
    db.tenant(agent, async (tx) => {
      const more = { ...(note && mentions.length > 0 ? { mentions } : {}), ...(template ? { template } : {}) };
      const { rows } = await sql<{ told: ChatChange }>`
        select chat_from_agent(${conversation_id}, ${agent.userId}, ${agent.name}, ${agent.supervises}, ${note}, ${client_id}, ${text ?? ''}, ${file_id ?? null}, ${JSON.stringify(more)}, ${now()}) told`.execute(
        tx.as(),
      );
      const { told: done } = rows[0]!;
      if (done.outcome in outcomes) throw new Failure(outcomes[done.outcome as keyof typeof outcomes]);
      if (done.outcome === 'written') await pushChange(tx, done, { stateChanged: false });
      return done.message!;
    });

  return {
    async send(agent, wish, template) {
      const { conversation_id: conversation, client_id: client, text: words, note } = wish;
      if (words === undefined || note || template || agent.operation) return sendAlone(agent, wish, template);
      const { tenantId, userId: who, name: who_name } = agent;
      return (await sayTogether(tenantId, { conversation, who, who_name, client, words })) ?? sendAlone(agent, wish);
    },

    resend: (agent, messageId) =>
      db.tenant(agent, async (tx) => {
        const { rows } = await sql<{
          told: ChatChange;
        }>`select chat_resend(${messageId}, ${agent.userId}, ${now()}) told`.execute(tx.as());
        const { told: done } = rows[0]!;
        if (done.outcome in outcomes) throw new Failure(outcomes[done.outcome as keyof typeof outcomes]);
        const { no, status } = done.message!;
        await pushFate(tx, { id: done.id, agent_id: done.agent_id, no, status, failure: '' });
        await tx.announce(CHAT_TO_CARRY, { tenantId: tx.tenantId, conversationId: done.id });
        return done.message!;
      }),

    read: (agent, conversationId, no) =>
      db.tenant({ tenantId: agent.tenantId }, async (tx) => {
        const upTo = sql`least(${no}::int, last_no)`;
        const { rows } = await sql<{ told: ChatChange }>`
          with seen as (
            update chat_conversation set agent_read_no = greatest(agent_read_no, ${upTo}), reacted_at = coalesce(reacted_at, ${now()}),
              due_at = case when reacted_at is not null then due_at when unanswered_since is null then ${now()} + chat_setting('ChatSilenceMinutes', 30) * interval '1 minute' end,
              unread = (select count(*) from chat_message m where m.conversation_id = chat_conversation.id and m.author = 'visitor' and m.no > greatest(agent_read_no, ${upTo}))
            where id = ${conversationId} and state = 'open' and agent_id = ${agent.userId} and (reacted_at is null or agent_read_no < ${upTo}) returning chat_conversation c
          )
          select chat_told(c, null, 'read') || jsonb_build_object('carried', (select ch.kind <> 'web' from chat_channel ch where ch.id = (c).channel_id)) told from seen`.execute(
          tx.as(),
        );
        const seen = rows[0]?.told;
        if (!seen) return;
        await acts(tx, agent);
        // Their other tabs count what is unread too.
        await tx.push({
          kind: CHAT_PUSH,
          body: { what: 'changed', ids: [conversationId], left: [] } satisfies ChatPush,
          to: { userId: agent.userId },
        });
        await tx.push(
          visitorPush(seen.visitor_id, { kind: 'conversation', conversation: visitorConversationOf(seen) }),
        );
        if (seen.carried) await tx.announce(CHAT_LOOKED_AT, { tenantId: tx.tenantId, conversationId });
      }),

    writes: ({ tenantId, userId }) =>
      db.tenant({ tenantId }, async (tx) => {
        await acts(tx, { userId });
      }),

    typing: (agent, conversationId) =>
      db.tenant({ tenantId: agent.tenantId }, async (tx) => {
        await acts(tx, agent);
        await sql`select pg_notify('chat_typing', json_build_object('tenantId', tenant_id, 'visitorId', visitor_id, 'name', ${agent.name}::text)::text) from chat_conversation where id = ${conversationId} and state = 'open' and agent_id = ${agent.userId}`.execute(
          tx.as(),
        );
      }),

    react: (agent, messageId, emoji) =>
      db.tenant(agent, async (tx) => {
        const { rows } = await sql<{
          conversation_id: number;
          no: number;
          author: string;
        }>`select conversation_id, no, author from chat_message where id = ${messageId}`.execute(tx.as());
        if (!rows[0]) throw new Failure('notFound');
        const { conversation_id: id, no, author } = rows[0];
        const { agent_id: agentId, visitor_id: visitorId } = await held(tx, id, agent);
        if (!agent.supervises && agentId !== agent.userId) throw new Failure('chatNotYours');
        await sql`update chat_message set emoji = ${emoji} where id = ${messageId}`.execute(tx.as());
        await pushToAgents(tx, agentId, {
          what: 'emoji',
          conversation_id: id,
          agent_id: agentId,
          message_id: messageId,
          emoji,
        });
        if (author !== 'note') await tx.push(visitorPush(visitorId, { kind: 'emoji', no, emoji }));
      }),
  };
}
