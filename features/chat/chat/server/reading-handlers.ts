import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { Failure } from '#shared/errors.ts';
import type { chatApi } from '../contract.ts';
import { agentOf, findShown, templatesOf, type ChatRoutesWorld } from './chat-caller.ts';
import { openAgentFile } from './chat-files.ts';
import { conversationsRepo, findConversations, findMessages } from './conversations.repo.ts';
import { shownConversation } from './shown-conversation.ts';

type ReadingHandlers = Pick<Handlers<typeof chatApi>, 'list' | 'detail' | 'messages' | 'search' | 'templates' | 'file'>;

/** What agents' pages read of conversations. */
export function readingHandlers(world: ChatRoutesWorld): ReadingHandlers {
  const { db, clock, words } = world;

  return {
    async list(caller, query) {
      const reader = agentOf(caller);
      const ids = query.words === '' ? null : await findConversations(db, reader, query.words);
      const { list, more, counts } = await db.tenant(caller, async (tx) => {
        const repo = conversationsRepo(tx, clock.nowMs());
        return { ...(await repo.list(query, reader, ids)), counts: await repo.counts(reader) };
      });
      return { list: await Promise.all(list.map((row) => shownConversation(row, { ...caller, words }))), more, counts };
    },

    detail: (caller, { conversation_id }) => findShown(world, caller, conversation_id),

    messages: (caller, { conversation_id, ...part }) =>
      db.tenant(caller, async (tx) => {
        const repo = conversationsRepo(tx, clock.nowMs());
        if (!(await repo.find(conversation_id, agentOf(caller)))) throw new Failure('notFound');
        return repo.messages(conversation_id, part);
      }),

    async search(caller, { words: wanted, conversation_id }) {
      const reader = agentOf(caller);
      const ids = await findMessages(db, reader, wanted, conversation_id);
      const list = await db.tenant(caller, (tx) => conversationsRepo(tx, clock.nowMs()).messagesById(ids, reader));
      return list.map(({ message, name }) => ({ message, name: caller.needsMasking ? maskNumbersIn(name) : name }));
    },

    async templates(caller, { conversation_id }) {
      await findShown(world, caller, conversation_id);
      return templatesOf(world, caller, conversation_id);
    },

    file: (caller, { file_id }) => openAgentFile(world, agentOf(caller), file_id),
  };
}
