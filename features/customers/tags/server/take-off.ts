import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import type { TaggedCustomers } from './tagged-customers.ts';

const UNTAG_CHUNK = 5_000;
export const UNTAG = 'tags.takeOff';

/** Takes a deleted tag from its customers, some thousands at a time. */
export const takeOffJob = ({ db }: Pick<World, 'db'>, customers: TaggedCustomers): Job => ({
  task: UNTAG,
  async run(tag: { tenantId: number; tagId: number }) {
    const some = () => db.everyTenant('takes a deleted tag off', (tx) => customers.takeOff(tx, tag, UNTAG_CHUNK));
    while ((await some()) === UNTAG_CHUNK);
  },
});
