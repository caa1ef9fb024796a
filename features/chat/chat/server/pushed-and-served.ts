import type { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import type { ChatQueue } from './chat-queue.ts';
import { pushChange, type ChatChange } from './chat-push.ts';

/** Carries out a statement that changes who has a conversation, tells of it, and lets the line give out what is free now. */
export async function pushedAndServed(
  line: ChatQueue,
  tx: TenantTx,
  query: ReturnType<typeof sql<{ told: ChatChange | null }>>,
): Promise<ChatChange> {
  const { rows } = await query.execute(tx.as());
  const done = rows[0]?.told;
  if (!done) throw new Failure('notFound');
  await pushChange(tx, done, { stateChanged: true });
  tx.afterCommit(() => line.serve(tx.tenantId));
  return done;
}
