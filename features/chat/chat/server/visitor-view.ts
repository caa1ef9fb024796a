import { sql } from 'kysely';
import { readCursors } from '#platform/server/realtime/events.ts';
import { MESSAGES_A_PAGE } from '../contract.ts';
import { conversationsRepo } from './conversations.repo.ts';
import type { ChatDeskParts } from './chat-desk-parts.ts';
import { lastOf } from './last-conversation.ts';
import { visitorConversationOf, visitorMessageOf, type ChatChange } from './chat-push.ts';
import type { VisitorDesk } from './visitor-desk.ts';

/** What visitors see of their conversation. */
export function visitorView({ db, clock }: ChatDeskParts): Pick<VisitorDesk, 'visitorState' | 'visitorMessages'> {
  return {
    async visitorState({ tenantId, visitorId }) {
      // Before the rows: what happens meanwhile is told again.
      const eventId = (await readCursors(db, [tenantId])).get(tenantId) ?? 0;
      return db.tenant({ tenantId }, async (tx) => {
        const { rows } = await sql<{
          told: ChatChange;
        }>`select chat_told(c, null, 'read') told from chat_conversation c where c.id = ${lastOf(visitorId)}`.execute(
          tx.as(),
        );
        const found = rows[0]?.told;
        const messages = found
          ? await conversationsRepo(tx, clock.nowMs()).messages(found.id, { size: MESSAGES_A_PAGE }, false)
          : [];
        return {
          conversation: found ? visitorConversationOf(found) : null,
          messages: messages.map(visitorMessageOf),
          eventId,
        };
      });
    },

    visitorMessages: ({ tenantId, visitorId }, before) =>
      db.tenant({ tenantId }, async (tx) => {
        const { rows } = await sql<{ id: number | null }>`select ${lastOf(visitorId)} id`.execute(tx.as());
        const id = rows[0]?.id;
        return id
          ? (await conversationsRepo(tx, clock.nowMs()).messages(id, { before, size: MESSAGES_A_PAGE }, false)).map(
              visitorMessageOf,
            )
          : [];
      }),
  };
}
