import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PhoneWords } from '#features/team/agents/server/index.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import { mayUse } from '#platform/server/http/caller.ts';
import { serve, type ChannelConnection, type ServedChannel } from '#platform/server/realtime/channels.ts';
import type { World } from '#platform/server/world.ts';
import { CloseCode } from '#shared/channel.ts';
import { ChatType } from '#shared/codes/chat-type.ts';
import { Failure } from '#shared/errors.ts';
import type { UserChannelDown } from '#shared/user-channel.ts';
import { CHAT_PUSH, chatSocket, type ChatPush, type ChatSocketDown } from '../contract.ts';
import type { AgentDesk, ChatAgent } from './agent-desk.ts';
import { conversationsRepo, type ConversationRow } from './conversations.repo.ts';
import { GONE_AFTER_MS, moment, type Line } from './line.ts';
import { shownConversation } from './shown-conversation.ts';

type Connection = ChannelConnection<ChatSocketDown>;

interface Page {
  id: string;
  connection: Connection;
  /** Conversations to be told anew; true: this page's agent has just lost it. */
  changed: Map<number, boolean>;
}

/** Changes of this long become one reading for all pages. */
const GATHER_MS = 40;
/** Conversations in one message. */
const TOLD_AT_ONCE = 50;

/**
 * The agents' chat sockets. Rules:
 * 1. Events of the tenant are told in the specification's shapes, each to those it concerns.
 * 2. Conversations themselves are read when they changed, once for all pages of this process, and each page gets what its person
 *    may see: pushes carry no numbers, addresses or names of customers.
 * 3. Every page has a row that says when its line was last good: how other processes know that an agent is there.
 */
export function openChatSockets(
  world: Pick<World, 'db' | 'clock' | 'log'>,
  desk: AgentDesk,
  line: Line,
  words: PhoneWords,
) {
  const { db, clock, log } = world;
  const pages = new Map<Connection, Page>();
  let gathering: NodeJS.Timeout | undefined;

  function say(page: Page, told: UserChannelDown): ChatSocketDown | null {
    if (told.kind === 'pong') return { kind: 'pong' };
    if (told.kind !== 'event') return { kind: told.kind, event_id: told.id };
    if (told.event !== CHAT_PUSH) return null;
    const push = told.body as ChatPush;
    const event_id = told.id;
    const { identity } = page.connection;
    // Who supervises and has the conversation was told already.
    if ('over' in push && push.over && push.agent_id === identity.userId) return null;
    switch (push.what) {
      case 'changed':
        for (const id of push.ids)
          page.changed.set(id, page.changed.get(id) === true || push.left.includes(identity.userId));
        gathering ??= setTimeout(() => void tellChanged(), GATHER_MS);
        return null;
      case 'message':
        return {
          chat_type: push.message.chat_type,
          user_id: push.agent_id,
          conversation_id: push.conversation_id,
          message: push.message,
          event_id,
        };
      case 'status':
        return {
          chat_type: ChatType.fromAgent,
          status: push.status,
          conversation_id: push.conversation_id,
          no: push.no,
          ...(push.only ? { only: true, failure: push.failure ?? '' } : {}),
          event_id,
        };
      case 'emoji':
        return {
          emoji_flag: 1,
          conversation_id: push.conversation_id,
          message_id: push.message_id,
          emoji: push.emoji,
          event_id,
        };
      case 'blacklisted':
        return { blacklisted: true, conversation_id: push.conversation_id, event_id };
      case 'offline':
        return { offline: push.why, event_id };
      default:
        // Of somebody who was forgotten meanwhile.
        return null;
    }
  }

  async function tellChanged(): Promise<void> {
    gathering = undefined;
    const readers = [...pages.values()].filter(({ changed }) => changed.size > 0);
    const wanted = readers.map((page) => ({ page, changed: new Map(page.changed) }));
    for (const { changed } of readers) changed.clear();
    for (const [tenantId, own] of Map.groupBy(wanted, ({ page }) => page.connection.identity.tenantId)) {
      try {
        const ids = [...new Set(own.flatMap(({ changed }) => [...changed.keys()]))];
        const rows = await db.tenant({ tenantId }, (tx) => conversationsRepo(tx, clock.nowMs()).read(ids));
        for (const { page, changed } of own) await tellPage(page, rows, changed);
      } catch (problem) {
        if (!isUnavailable(problem)) log.error({ err: problem }, 'conversations that changed could not be told');
        // Pages that may have missed something come back and ask.
        for (const { page } of own) page.connection.close(CloseCode.serverStopping);
      }
    }
  }

  async function tellPage(
    { connection }: Page,
    rows: readonly ConversationRow[],
    changed: ReadonlyMap<number, boolean>,
  ): Promise<void> {
    const { userId, tenantId, needsMasking } = connection.identity;
    const supervises = mayUse(connection.identity, 'chat.supervise');
    const seen = rows.filter(
      (row) =>
        changed.has(row.id) &&
        (supervises ||
          row.agent_id === userId ||
          (row.state === 'waiting' && row.group_members?.includes(userId)) ||
          (row.state !== 'waiting' && row.mentioned?.includes(userId)) ||
          changed.get(row.id)),
    );
    for (let at = 0; at < seen.length; at += TOLD_AT_ONCE) {
      connection.send(
        await Promise.all(
          seen.slice(at, at + TOLD_AT_ONCE).map((row) => shownConversation(row, { tenantId, needsMasking, words })),
        ),
      );
    }
    // A colleague took what waited: whoever could have taken it learns that it is gone from their list, and nothing else.
    const gone = rows.filter(
      (row) =>
        changed.has(row.id) &&
        !seen.includes(row) &&
        row.group_members?.includes(userId) &&
        !row.mentioned?.includes(userId),
    );
    for (const { id } of gone) connection.send({ left: id });
  }

  const agentOf = ({ identity }: Connection): ChatAgent => ({
    tenantId: identity.tenantId,
    userId: identity.userId,
    name: identity.name,
    needsMasking: identity.needsMasking,
    supervises: mayUse(identity, 'chat.supervise'),
  });

  async function opened(connection: Connection): Promise<void> {
    const page: Page = { id: randomUUID(), connection, changed: new Map() };
    const { tenantId, userId } = connection.identity;
    try {
      await db.tenant({ tenantId }, (tx) =>
        sql`insert into chat_socket (id, user_id, seen_at) values (${page.id}, ${userId}, ${moment(clock.nowMs())})`.execute(
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
      say: (told) => say(page, told),
    });
    line.serve(tenantId);
  }

  async function closed(connection: Connection): Promise<void> {
    const page = pages.get(connection);
    if (!page) return;
    pages.delete(connection);
    await db.tenant({ tenantId: connection.identity.tenantId }, (tx) =>
      sql`delete from chat_socket where id = ${page.id}`.execute(tx.as()),
    );
  }

  const served: ServedChannel = serve(chatSocket, {
    opened,
    closed,
    async message(connection, said) {
      switch (said.type) {
        case 'ping':
          return connection.send({ kind: 'pong' });
        case 'since': {
          const page = pages.get(connection);
          if (page) connection.subscribe(said.id, { about: 'chat.', say: (told) => say(page, told) });
          return;
        }
        case 'typing':
          return desk.typing(agentOf(connection), said.conversation_id);
        case 'read':
          return desk.read(agentOf(connection), said.conversation_id, said.no);
        case 'send': {
          const { client_id, conversation_id } = said.message;
          try {
            const message = await desk.send(agentOf(connection), said.message);
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
      }
    },
  });

  return {
    served,
    /** Says of all pages of this process that they are there; what nobody speaks for any more is forgotten. */
    async refresh(): Promise<void> {
      const here = [...pages.values()];
      await db.everyTenant('pages of agents', (tx) =>
        sql`
        with seen as (update chat_socket s set seen_at = greatest(s.seen_at, to_timestamp(p.ms / 1000)) from unnest(${here.map(({ id }) => id)}::uuid[], ${here.map(({ connection }) => connection.lineHeardMs)}::float8[]) p (id, ms) where s.id = p.id)
        delete from chat_socket where seen_at < ${moment(clock.nowMs() - 10 * GONE_AFTER_MS)}`.execute(tx.as()),
      );
    },
    typing({ tenantId, agentId, conversationId }: { tenantId: number; agentId: number; conversationId: number }): void {
      for (const { connection } of pages.values())
        if (connection.identity.userId === agentId && connection.identity.tenantId === tenantId)
          connection.send({ typing: true, conversation_id: conversationId, name: '' });
    },
    stop(): void {
      clearTimeout(gathering);
    },
  };
}

export type ChatSockets = ReturnType<typeof openChatSockets>;
