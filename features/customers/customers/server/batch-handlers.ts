import { randomUUID } from 'node:crypto';
import type { PhoneWords } from '#features/team/agents/server/index.ts';
import { assertTags } from '#features/customers/tags/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { assertCustomer, reachedCustomers } from '#platform/server/customer-reach.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { TOTAL_CAP, type CustomerChoice, type customersApi } from '../contract.ts';
import { beginBatch, doWork, type BatchWork } from './batches.ts';
import { customersRepo } from './customers.repo.ts';
import { authorOf } from './edit-handlers.ts';
import { countIds } from './find-customers.ts';
import { searchFor } from './search-for.ts';
import { seesAllCustomers } from './within-reach.ts';
import { pushCustomersChanged } from './write-customers.ts';

type Batches = Pick<typeof customersApi, 'remove' | 'removeMany' | 'restore' | 'batchTag' | 'batchOwner'>;
const RESTORED_AT_ONCE = 1_000;

/** What is done to several customers at once: some by their ids at once, all that a search finds as a job. */
export function batchHandlers(
  { db, clock, catalogue }: Pick<World, 'db' | 'clock' | 'catalogue'>,
  words: PhoneWords,
): Handlers<Batches> {
  async function run(
    caller: Caller,
    choice: CustomerChoice,
    work: BatchWork,
    check: (tx: TenantTx) => Promise<void> = async () => {},
  ): Promise<{ batch_id: number; changed: number | null }> {
    if ('ids' in choice) {
      return db.tenant(caller, async (tx) => {
        await check(tx);
        const theirs = [...(await reachedCustomers(catalogue, tx, caller, choice.ids))];
        const changed = await doWork(tx, work, theirs, authorOf(caller));
        caller.operation.note(null, { after: { ...work, ids: choice.ids.length, changed } });
        return { batch_id: 0, changed };
      });
    }
    // Without the right to view all a search is one among one's own.
    const asked = seesAllCustomers(caller) ? choice.search : { ...choice.search, owner_ids: [caller.userId] };
    const { search, world } = await db.tenant({ tenantId: caller.tenantId }, (tx) =>
      searchFor(tx, caller, asked, { words, savedFilters: catalogue.savedFilters, nowMs: clock.nowMs() }),
    );
    const total = Math.min(TOTAL_CAP, await countIds(db, search, world, TOTAL_CAP));
    return db.tenant(caller, async (tx) => {
      await check(tx);
      const id = await beginBatch(tx, caller.userId, work, asked, { masked: caller.needsMasking, total });
      caller.operation.note(id, { after: { ...work, found: total } });
      return { batch_id: id, changed: null };
    });
  }

  return {
    remove: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const deletionId = randomUUID();
        await assertCustomer(catalogue, tx, caller, id);
        if ((await doWork(tx, { kind: 'delete', deletionId }, [id], authorOf(caller))) === 0)
          throw new Failure('notFound');
        caller.operation.note(id);
        return { deletion_id: deletionId };
      }),

    async removeMany(caller, { choice }) {
      const deletionId = randomUUID();
      return { ...(await run(caller, choice, { kind: 'delete', deletionId })), deletion_id: deletionId };
    },

    async restore(caller, which) {
      const chosen = 'deletion_id' in which ? { deletionId: which.deletion_id } : which;
      // What one deleted oneself one may bring back.
      const deletedBy = seesAllCustomers(caller) ? null : caller.userId;
      let restored = 0;
      for (let size = RESTORED_AT_ONCE; size === RESTORED_AT_ONCE; restored += size) {
        size = await db.tenant(caller, async (tx) => {
          const repo = customersRepo(tx);
          const ids = await repo.restore({ ...chosen, deletedBy }, RESTORED_AT_ONCE);
          await repo.noteChanges(
            'restored',
            authorOf(caller),
            ids.map((id) => ({ id, changes: [] })),
          );
          await pushCustomersChanged(tx, ids, 'restored');
          caller.operation.note('deletionId' in chosen ? chosen.deletionId : null);
          return ids.length;
        });
      }
      return { restored };
    },

    batchTag: (caller, { choice, add, remove }) =>
      run(caller, choice, { kind: 'tag', add, remove }, (tx) => assertTags(tx, add)),

    batchOwner: (caller, { choice, owner_id: ownerId }) =>
      run(caller, choice, { kind: 'owner', ownerId }, async (tx) => {
        if (ownerId !== null && !(await customersRepo(tx).isMember(ownerId))) throw new Failure('notInTeam');
      }),
  };
}
