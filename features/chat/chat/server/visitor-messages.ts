import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { isListed } from '#features/voice/blacklist/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { Failure } from '#shared/errors.ts';
import type { ChatDeskParts } from './chat-desk-parts.ts';
import { pushChange, visitorConversationOf, visitorMessageOf, type ChatChange } from './chat-push.ts';
import { MESSAGES_A_MINUTE } from './say-together.ts';
import type { VisitorDesk, VisitorWish } from './visitor-desk.ts';

const CONVERSATIONS_AN_HOUR = 20;

const outcomes = { gone: 'notFound', blocked: 'chatBlocked', tooMany: 'tooManyRequests', noFile: 'notFound' } as const;

/** What visitors write. */
export function visitorMessages({
  db,
  clock,
  line,
  sayTogether,
}: ChatDeskParts): Pick<VisitorDesk, 'fromVisitor' | 'aside' | 'leaveWord'> {
  const now = () => momentOfMs(clock.nowMs());

  async function write(
    tx: TenantTx,
    visitorId: number,
    { client_id, text, file_id }: VisitorWish,
    before: object | null,
  ): Promise<ChatChange> {
    if (file_id === undefined && (text ?? '').trim() === '') throw new Failure('invalidInput', 'text');
    const { rows } = await sql<{ told: ChatChange }>`
      select chat_from_visitor(${visitorId}, ${client_id}, ${text ?? ''}, ${file_id ?? null}, ${before === null ? null : JSON.stringify(before)}::jsonb, ${now()}, ${MESSAGES_A_MINUTE}, ${CONVERSATIONS_AN_HOUR}) told`.execute(
      tx.as(),
    );
    const { told: change } = rows[0]!;
    if (change.outcome in outcomes) throw new Failure(outcomes[change.outcome as keyof typeof outcomes]);
    if (change.outcome === 'again') return change;
    if (change.phone && (await isListed(tx, change.phone, 'chat', { counts: true }))) throw new Failure('chatBlocked');
    if (change.outcome === 'begun') tx.afterCommit(() => line.serve(tx.tenantId));
    await pushChange(tx, change, { stateChanged: change.outcome === 'begun' });
    return change;
  }

  return {
    async fromVisitor({ tenantId, visitorId }, wish) {
      const { client_id: client, text = '', file_id: file, before } = wish;
      if (file === undefined && before === undefined && text.trim() !== '') {
        const message = await sayTogether(tenantId, { visitor: visitorId, client, words: text });
        if (message)
          return { message: visitorMessageOf(message), conversation: { id: message.conversation_id, state: 'open' } };
      }
      const change = await db.tenant({ tenantId }, (tx) => write(tx, visitorId, wish, wish.before ?? null));
      return { message: visitorMessageOf(change.message!), conversation: visitorConversationOf(change) };
    },

    async aside({ tenantId, visitorId }, { client_id, text }) {
      await db.tenant({ tenantId }, async (tx) => {
        const { rows } = await sql<{ id: number }>`
          select c.id from chat_conversation c where c.visitor_id = ${visitorId} and c.state <> 'closed' and not exists (select from chat_message m where m.conversation_id = c.id and m.client_id = ${client_id}) for update`.execute(
          tx.as(),
        );
        if (!rows[0]) return;
        const { rows: written } = await sql<{ told: ChatChange }>`
          select chat_told(c, chat_append(c, 'note', null, '', ${client_id}, 'text', ${text}, null, '{}', ${now()}), 'written') told from chat_conversation c where c.id = ${rows[0].id}`.execute(
          tx.as(),
        );
        const { told: change } = written[0]!;
        await pushChange(tx, { ...change, last_no: change.message!.no }, { stateChanged: false });
      });
    },

    async leaveWord({ tenantId, visitorId }, { name, email, text }) {
      await db.tenant({ tenantId }, async (tx) => {
        await write(tx, visitorId, { client_id: randomUUID(), text }, { what: 'offlineForm' });
        await sql`update chat_visitor set name = coalesce(nullif(${name}, ''), name), email = ${email} where id = ${visitorId}`.execute(
          tx.as(),
        );
      });
    },
  };
}
