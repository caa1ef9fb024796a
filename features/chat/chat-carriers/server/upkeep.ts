import { sql } from 'kysely';
import { forgottenOutgoing } from '#features/chat/chat/server/index.ts';
import { forgetRows } from '#platform/server/db/forget-rows.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { CARRY_TASK } from './carry.ts';
import { TAKE_IN_TASK, type TakeInOrder } from './incoming.ts';

/** After so long nobody tells the same message again. */
const KEPT = sql.lit('30 days');
/** Whoever is due longer was forgotten: by a process that died, or by a job that was given up. */
const FORGOTTEN = '30 seconds';
const AT_ONCE = 500;

/** Every minute: what was begun by somebody who died goes on. */
export const lookJob = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'chat-carriers.look',
  cron: '* * * * *',
  run: async () => {
    await db.everyTenant('messages that were left behind', async (tx) => {
      for (const order of await forgottenOutgoing(tx, { since: FORGOTTEN, most: AT_ONCE }))
        await tx.enqueue(CARRY_TASK, order, { key: `chat carry ${order.conversationId}` });
      const { rows: incoming } = await sql<TakeInOrder>`
        select distinct tenant_id "tenantId", channel_id "channelId", from_id "fromId" from chat_incoming where done_at is null and created_at < now() - interval ${sql.lit(FORGOTTEN)} and coalesce(held_until, '-infinity') < now() limit ${AT_ONCE}`.execute(
        tx.as(),
      );
      for (const order of incoming)
        await tx.enqueue(TAKE_IN_TASK, order, { key: `chat take in ${order.channelId} ${order.fromId}` });
    });
    await forgetRows(db, 'messages that nobody tells again', {
      from: sql.table('chat_incoming'),
      where: sql`done_at < now() - interval ${KEPT}`,
    });
  },
});
