import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PhoneWords } from '#features/team/agents/server/index.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import { momentOfMs, momentOfMsColumn } from '#platform/server/db/moments.ts';
import { mayUse } from '#platform/server/http/caller.ts';
import { serve } from '#platform/server/realtime/channels.ts';
import type { World } from '#platform/server/world.ts';
import { CloseCode } from '#shared/channel.ts';
import { ChatType } from '#shared/codes/chat-type.ts';
import { Failure } from '#shared/errors.ts';
import type { UserChannelDown } from '#shared/user-channel.ts';
import { CHAT_PUSH, chatSocket, type ChatPush, type ChatSocketDown, type SendWish } from '../contract.ts';
import type { AgentDesk, ChatAgent } from './agent-desk.ts';
import { shapeOf, type ChatConnection, type ChatPage } from './chat-page.ts';
import type { ChatSockets } from './chat-sockets.ts';
import { GONE_AFTER_MS, type ChatQueue } from './chat-queue.ts';
import { inTurnOf } from './in-turn-of.ts';
import { openChangedConversations } from './open-changed-conversations.ts';

export function openChatSockets(
  world: Pick<World, 'db' | 'clock' | 'log'>,
  desk: AgentDesk,
  line: ChatQueue,
  words: PhoneWords,
): ChatSockets {
  const { db, clock, log } = world;
  const now = () => momentOfMs(clock.nowMs());
  const pages = new Map<ChatConnection, ChatPage>();
  const changed = openChangedConversations(world, pages, words);

  function say(page: ChatPage, frame: UserChannelDown): ChatSocketDown | null {
    if (frame.kind === 'pong') return { kind: 'pong' };
    if (frame.kind !== 'event') return { kind: frame.kind, event_id: frame.id, now_ms: clock.nowMs() };
    if (frame.event !== CHAT_PUSH) return null;
    const push = frame.body as ChatPush;
    // Who supervises and has the conversation was told already.
    if ('over' in push && push.over && push.agent_id === page.connection.identity.userId) return null;
    if (push.what !== 'changed') return shapeOf(push, frame.id);
    changed.note(page, push);
    return null;
  }

  async function opened(connection: ChatConnection): Promise<void> {
    const page: ChatPage = { id: randomUUID(), connection, changed: new Map(), sending: new Map() };
    const { tenantId, userId, textSeat } = connection.identity;
    if (!textSeat && !mayUse(connection.identity, 'chat.supervise')) return connection.close(CloseCode.notAllowed);
    try {
      // Who reads along without a text seat is nobody to give conversations to.
      if (textSeat)
        await db.tenant({ tenantId }, (tx) =>
          sql`insert into chat_socket (id, user_id, seen_at, spoken_for_at) values (${page.id}, ${userId}, ${now()}, ${now()})`.execute(
            tx.as(),
          ),
        );
    } catch (problem) {
      connection.close(CloseCode.serverStopping);
      throw problem;
    }
    pages.set(connection, page);
    const last = Number(connection.query.get('last_event_id') || Number.NaN);
    connection.subscribe(Number.isSafeInteger(last) && last >= 0 ? last : undefined, {
      about: 'chat.',
      say: (frame) => say(page, frame),
    });
    line.serve(tenantId);
  }

  async function closed(connection: ChatConnection): Promise<void> {
    const page = pages.get(connection);
    if (!page) return;
    pages.delete(connection);
    await Promise.all(page.sending.values());
    await db.tenant({ tenantId: connection.identity.tenantId }, (tx) =>
      sql`delete from chat_socket where id = ${page.id}`.execute(tx.as()),
    );
  }

  async function send(connection: ChatConnection, wish: SendWish): Promise<void> {
    const { client_id, conversation_id } = wish;
    try {
      const message = await desk.send(agentOf(connection), wish);
      connection.send({
        chat_type: ChatType.fromAgent,
        status: message.status,
        conversation_id,
        no: message.no,
        client_id,
        message,
        event_id: 0,
      });
    } catch (thrown) {
      // The page finds the message it sent by the client id.
      if (thrown instanceof Failure) return connection.fail(thrown.name, client_id);
      connection.fail(isUnavailable(thrown) ? 'unavailable' : 'unexpected', client_id);
      if (!isUnavailable(thrown)) log.error({ err: thrown }, 'bug');
    }
  }

  return {
    served: serve(chatSocket, {
      opened,
      closed,
      async message(connection, wish) {
        switch (wish.type) {
          case 'ping':
            return connection.send({ kind: 'pong' });
          case 'since': {
            const page = pages.get(connection);
            if (page) connection.subscribe(wish.id, { about: 'chat.', say: (frame) => say(page, frame) });
            return;
          }
          case 'writes':
            return desk.writes(agentOf(connection));
          case 'typing':
            return desk.typing(agentOf(connection), wish.conversation_id);
          case 'read':
            return desk.read(agentOf(connection), wish.conversation_id, wish.no);
          case 'send':
            return inTurnOf(pages.get(connection), wish.message.conversation_id, () => send(connection, wish.message));
        }
      },
    }),
    async refresh() {
      const here = [...pages.values()];
      await db.everyTenant('pages of agents', (tx) =>
        sql`
        with seen as (update chat_socket s set seen_at = greatest(s.seen_at, ${momentOfMsColumn('p.ms')}), spoken_for_at = ${now()} from unnest(${here.map(({ id }) => id)}::uuid[], ${here.map(({ connection }) => connection.lineAliveMs)}::float8[]) p (id, ms) where s.id = p.id)
        delete from chat_socket where seen_at < ${momentOfMs(clock.nowMs() - 10 * GONE_AFTER_MS)}`.execute(tx.as()),
      );
    },
    typing({ tenantId, agentId, conversationId }) {
      for (const { connection } of pages.values())
        if (connection.identity.userId === agentId && connection.identity.tenantId === tenantId)
          connection.send({ typing: true, conversation_id: conversationId, name: '' });
    },
    stop: changed.stop,
  };
}

const agentOf = ({ identity }: ChatConnection): ChatAgent => ({
  tenantId: identity.tenantId,
  userId: identity.userId,
  name: identity.name,
  needsMasking: identity.needsMasking,
  supervises: mayUse(identity, 'chat.supervise'),
});
