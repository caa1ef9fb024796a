import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import type { Finder } from '#platform/server/contributions.ts';
import type { World } from '#platform/server/world.ts';
import { agentOf } from './chat-caller.ts';
import { conversationsRepo, findConversations } from './conversations.repo.ts';
import { shownConversation } from './shown-conversation.ts';

/** The last conversations whose visitor, customer or messages have the words, of those the reader may see. */
export function chatFinder({ db, clock }: Pick<World, 'db' | 'clock'>): Finder {
  const words = phoneWords(openTenantSecrets(db));
  return {
    kind: 'chat',
    access: 'chat.use',
    async find(caller, { words: typed, most }) {
      // Two letters are in every message.
      if (Array.from(typed).length < 3 && /^[\x00-\x7f]*$/.test(typed)) return [];
      const reader = agentOf(caller);
      const ids = await findConversations(db, reader, typed);
      if (ids.length === 0) return [];
      const rows = await db.tenant({ tenantId: caller.tenantId }, (tx) =>
        conversationsRepo(tx, clock.nowMs()).visible(ids, reader, most),
      );
      const shown = await Promise.all(rows.map((row) => shownConversation(row, { ...caller, words })));
      return shown.map(({ id, name, last_text: text, channel_name: channel, last_at: at }) => ({
        kind: 'chat' as const,
        id: String(id),
        title: name || channel,
        detail: text,
        at,
      }));
    },
  };
}
