import { sql } from 'kysely';
import type { PhoneWords } from '#features/team/agents/server/index.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { ChatTemplate, Conversation } from '../contract.ts';
import type { ChatAgent } from './agent-desk.ts';
import { conversationsRepo } from './conversations.repo.ts';
import { shownConversation } from './shown-conversation.ts';

export interface ChatRoutesWorld extends Pick<World, 'db' | 'clock' | 'files' | 'virusScan' | 'log' | 'catalogue'> {
  words: PhoneWords;
}

/** A caller as the desk knows them; what they do is written into the operation log with it. */
export const agentOf = (caller: Caller): ChatAgent => ({
  tenantId: caller.tenantId,
  userId: caller.userId,
  name: caller.name,
  needsMasking: caller.needsMasking,
  supervises: mayUse(caller, 'chat.supervise'),
  operation: caller.operation,
});

/** A conversation as its reader sees it. */
export async function findShown(
  { db, clock, words }: ChatRoutesWorld,
  caller: Caller,
  id: number,
): Promise<Conversation> {
  const row = await db.tenant({ tenantId: caller.tenantId }, (tx) =>
    conversationsRepo(tx, clock.nowMs()).find(id, agentOf(caller)),
  );
  if (!row) throw new Failure('notFound');
  return shownConversation(row, { ...caller, words });
}

/** The carrier's templates for a conversation. */
export const templatesOf = ({ db }: ChatRoutesWorld, { tenantId }: Caller, id: number): Promise<ChatTemplate[]> =>
  db.tenant({ tenantId }, async (tx) => {
    const { rows } = await sql<{
      templates: ChatTemplate[] | null;
    }>`select ch.settings->'templates' templates from chat_conversation c join chat_channel ch on ch.id = c.channel_id where c.id = ${id}`.execute(
      tx.as(),
    );
    return rows[0]?.templates ?? [];
  });
