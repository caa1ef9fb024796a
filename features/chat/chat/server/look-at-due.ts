import { sql } from 'kysely';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';

/** Conversations that were waited for before it was written down when somebody looks: a trigger does the rest. A migration asks for it. */
export const lookAtDueJob = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'chat.lookAtDue',
  waits: true,
  run: async () =>
    void (await db.everyTenant('conversations nobody would look at', (tx) =>
      sql`update chat_conversation set look_at = due_at where due_at is not null and look_at is null`.execute(tx.as()),
    )),
});
