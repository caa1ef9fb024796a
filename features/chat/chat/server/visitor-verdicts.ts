import { sql } from 'kysely';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { Failure } from '#shared/errors.ts';
import type { ChatDeskParts } from './chat-desk-parts.ts';
import { lastOf } from './last-conversation.ts';
import { pushChange, pushChatsChanged, type ChatChange } from './chat-push.ts';
import type { VisitorDesk } from './visitor-desk.ts';

/** How visitors end a conversation, and what they think of it. */
export function visitorVerdicts({ db, clock, line }: ChatDeskParts): Pick<VisitorDesk, 'endByVisitor' | 'rate'> {
  const now = () => momentOfMs(clock.nowMs());

  return {
    async endByVisitor({ tenantId, visitorId }) {
      await db.tenant({ tenantId }, async (tx) => {
        const { rows } = await sql<{
          told: ChatChange | null;
        }>`select chat_close(id, 'visitor', null, '{"what": "closed"}', ${now()}) told from chat_conversation where visitor_id = ${visitorId} and state <> 'closed'`.execute(
          tx.as(),
        );
        const change = rows[0]?.told;
        if (!change) return;
        await pushChange(tx, change, { stateChanged: true });
        tx.afterCommit(() => line.serve(tenantId));
      });
    },

    async rate({ tenantId, visitorId }, rating, note) {
      await db.tenant({ tenantId }, async (tx) => {
        const { rows: rated } = await sql<{
          id: number;
        }>`update chat_conversation set rating = ${rating}, rating_note = ${note}, rated_at = ${now()} where id = ${lastOf(visitorId)} returning id`.execute(
          tx.as(),
        );
        if (!rated[0]) throw new Failure('notFound');
        const { rows } = await sql<{ told: ChatChange }>`
          select chat_told(c, chat_append_event(c, ${JSON.stringify({ what: 'rated', note: String(rating) })}::jsonb, ${now()}), 'rated') told from chat_conversation c where c.id = ${rated[0].id}`.execute(
          tx.as(),
        );
        const { told: change } = rows[0]!;
        await pushChange(tx, { ...change, last_no: change.message!.no }, { stateChanged: false });
        if (change.state !== 'waiting') await pushChatsChanged(tx, [change.id]);
      });
    },
  };
}
