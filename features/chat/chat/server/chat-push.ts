import type { VisitorConversation, VisitorMessage } from '#features/chat/chat-channels/contract.ts';
import { VISITOR_PUSH } from '#features/chat/chat-channels/contract.ts';
import type { Push, TenantTx } from '#platform/server/db/db.ts';
import { guestUserId } from '#platform/server/http/caller.ts';
import type { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { CHAT_CLOSED, CHAT_PUSH, CHAT_TO_CARRY, type ChatMessage, type ChatPush } from '../contract.ts';

/** What a statement that changed a conversation says of it; see `chat_told` in the migrations. */
export interface ChatChange {
  outcome: string;
  id: number;
  state: 'waiting' | 'open' | 'closed';
  visitor_id: number;
  customer_id: number | null;
  group_id: number;
  agent_id: number | null;
  agent_name: string;
  last_no: number;
  agent_read_no: number;
  rating: number | null;
  ahead: number;
  message: ChatMessage | null;
  /** Whom notes called into it. */
  called?: number[] | null;
  /** Who had it until now. */
  left?: number | null;
  /** A carrier has to bring it. */
  carried?: boolean;
  /** Of the visitor, when a message of theirs was stored. */
  phone?: string;
}

/** A message as its visitor sees it: what colleagues told one another stays inside. */
export const visitorMessageOf = ({
  conversation_id,
  no,
  chat_type,
  client_id,
  kind,
  text,
  file,
  event,
  emoji,
  status,
  created_at,
  author_name,
}: ChatMessage): VisitorMessage => ({
  conversation_id,
  no,
  chat_type,
  client_id,
  kind,
  text,
  file,
  event: event && { ...event, note: '', by: '' },
  emoji,
  status,
  created_at,
  author_name,
});

export const visitorConversationOf = ({
  id,
  state,
  agent_name,
  ahead,
  last_no,
  agent_read_no,
  rating,
}: ChatChange): VisitorConversation => ({ id, state, agent_name, ahead, last_no, agent_read_no, rating });

/** Pushed to whoever has the conversation, and to supervisors. */
export async function pushToAgents(tx: TenantTx, agentId: number | null, body: ChatPush): Promise<void> {
  if (agentId !== null) await tx.push({ kind: CHAT_PUSH, body, to: { userId: agentId } });
  await tx.push({ kind: CHAT_PUSH, body: { ...body, over: true }, access: 'chat.supervise' });
}

/** How far one message got, as `chat_fate` answers it. */
export interface MessageFate {
  id: number;
  agent_id: number | null;
  no: number;
  status: ChatMessageStatus;
  failure: string;
}

export const pushFate = (tx: TenantTx, { id, agent_id: agentId, no, status, failure }: MessageFate): Promise<void> =>
  pushToAgents(tx, agentId, {
    what: 'status',
    conversation_id: id,
    agent_id: agentId,
    status,
    no,
    only: true,
    failure,
  });

/** Lists are to be read anew. */
export const pushChatsChanged = (
  tx: TenantTx,
  ids: number[],
  left: (number | null | undefined)[] = [],
): Promise<void> =>
  tx.push({
    kind: CHAT_PUSH,
    body: { what: 'changed', ids, left: left.filter((id) => typeof id === 'number') } satisfies ChatPush,
    access: 'chat.use',
  });

export const visitorPush = (visitorId: number, body: object): Push => ({
  kind: VISITOR_PUSH,
  body,
  to: { userId: guestUserId(visitorId) },
});

/**
 * Tells everybody of a message that was just written. Rules:
 * 1. Agents hear messages of conversations that somebody has; of one that waits they hear that it changed.
 * 2. Who changed state is told as a whole, to both sides.
 * 3. A note reaches colleagues alone.
 * 4. Whoever was called into it hears what is said from then on.
 */
export async function pushChange(
  tx: TenantTx,
  change: ChatChange,
  { stateChanged }: { stateChanged: boolean },
): Promise<void> {
  const { id, agent_id: agentId, message, visitor_id: visitorId } = change;
  if (message) {
    await pushToAgents(tx, agentId, { what: 'message', conversation_id: id, agent_id: agentId, message });
    if (message.author !== 'note')
      await tx.push(visitorPush(visitorId, { kind: 'message', message: visitorMessageOf(message) }));
    for (const userId of change.called ?? [])
      if (userId !== agentId)
        await tx.push({
          kind: CHAT_PUSH,
          body: { what: 'message', conversation_id: id, agent_id: agentId, message } satisfies ChatPush,
          to: { userId },
        });
    if (change.carried) await tx.announce(CHAT_TO_CARRY, { tenantId: tx.tenantId, conversationId: id });
  }
  if (stateChanged || change.state === 'waiting') await pushChatsChanged(tx, [id], [change.left]);
  if (stateChanged)
    await tx.push(visitorPush(visitorId, { kind: 'conversation', conversation: visitorConversationOf(change) }));
  if (stateChanged && change.state === 'closed')
    await tx.announce(CHAT_CLOSED, { tenantId: tx.tenantId, conversationId: id });
}
