import type { PhoneWords } from '#features/team/agents/server/index.ts';
import { maskEmail } from '#core/privacy/email-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { assertCustomer, reachedCustomers } from '#platform/server/customer-reach.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { DUPLICATES_A_PAGE, type customersApi } from '../contract.ts';
import { customersRepo, type CustomerRow } from './customers.repo.ts';
import { openDuplicates } from './duplicates.ts';
import { authorOf } from './edit-handlers.ts';
import { mergeCustomers } from './merge.ts';
import { readWish } from './read-wish.ts';
import type { ReadingWatch } from './reading-watch.ts';
import { shownCustomers } from './shown-customer.ts';
import { readTenantFields } from './tenant-fields.ts';
import { readTimeline } from './timeline.ts';

/** What happened with a customer, and who is the same person. */
export function historyHandlers(
  { db, clock, catalogue }: Pick<World, 'db' | 'clock' | 'catalogue'>,
  words: PhoneWords,
  watch: ReadingWatch,
): Handlers<Pick<typeof customersApi, 'timeline' | 'duplicates' | 'merge'>> {
  const duplicates = openDuplicates(db, () => clock.nowMs());
  const shown = async (tx: TenantTx, { needsMasking }: Caller, rows: readonly CustomerRow[]) =>
    shownCustomers(tx, rows, { needsMasking, words, fields: await readTenantFields(tx) });

  async function groupsOf(caller: Caller, id: number | undefined, page: number): Promise<number[][]> {
    if (id === undefined)
      return (await duplicates.groups(caller.tenantId)).slice((page - 1) * DUPLICATES_A_PAGE, page * DUPLICATES_A_PAGE);
    return db.tenant({ tenantId: caller.tenantId }, async (tx) => {
      const repo = customersRepo(tx);
      const [row] = await repo.read([id]);
      if (!row) throw new Failure('notFound');
      await assertCustomer(catalogue, tx, caller, id);
      const same = new Set([...(await repo.withNumber(row.phones)), ...(await repo.withAddress(row.emails))]);
      same.delete(id);
      return same.size === 0 ? [] : [[id, ...same]];
    });
  }

  return {
    async timeline(caller, { id, before, kinds, size }) {
      const lines = await db.tenant(caller, async (tx) => {
        const [row] = await customersRepo(tx).read([id]);
        if (!row) throw new Failure('notFound');
        const keptId = row.merged_into ?? id;
        await assertCustomer(catalogue, tx, caller, keptId);
        return readTimeline(tx, catalogue.timeline, keptId, { before, kinds, size }, caller);
      });
      await watch.note(caller, [id]);
      return lines;
    },

    async duplicates(caller, { id, page_number: page }) {
      const groups = await groupsOf(caller, id, page);
      await watch.note(caller, groups.flat());
      return db.tenant({ tenantId: caller.tenantId }, async (tx) => {
        const theirs = await reachedCustomers(catalogue, tx, caller, groups.flat());
        const rows = new Map(
          (await customersRepo(tx).read([...theirs]))
            .filter(({ deleted_at: at }) => at === null)
            .map((row) => [row.id, row]),
        );
        const answers = [];
        for (const ids of groups) {
          const members = ids.flatMap((one) => rows.get(one) ?? []);
          if (members.length > 1)
            answers.push({
              shared: sharedBy(members, caller.needsMasking),
              customers: await shown(tx, caller, members),
            });
        }
        return answers;
      });
    },

    merge: (caller, { keep_id: keepId, other_ids: otherIds, fields: wish }) =>
      db.tenant(caller, async (tx) => {
        const fields = await readTenantFields(tx);
        const theirs = await reachedCustomers(catalogue, tx, caller, [keepId, ...otherIds]);
        if ([keepId, ...otherIds].some((one) => !theirs.has(one))) throw new Failure('notFound');
        await mergeCustomers(
          tx,
          keepId,
          otherIds,
          (keep) =>
            readWish(tx, wish, { words, fields, needsMasking: caller.needsMasking, lenient: true }, keep).then(
              (values) => onlyWished(values, wish),
            ),
          authorOf(caller),
        );
        caller.operation.note(keepId, { after: { merged: otherIds } });
        tx.afterCommit(() => duplicates.forget(caller.tenantId));
        return (await shown(tx, caller, await customersRepo(tx).read([keepId])))[0]!;
      }),
  };
}

/** The joined name a wish without names brings along would undo the united one. */
function onlyWished<V extends { full_name?: string }>(values: V, wish: object): V {
  if ('full_name' in wish || 'first_name' in wish || 'last_name' in wish) return values;
  const { full_name: _, ...rest } = values;
  return rest as V;
}

function sharedBy([first, ...others]: readonly CustomerRow[], masks: boolean): string {
  const number = first!.phones.find((one) => others.some(({ phones }) => phones.includes(one)));
  if (number !== undefined) return masks ? maskPhone(number) : number;
  const address = first!.emails.find((one) => others.some(({ emails }) => emails.includes(one))) ?? '';
  return masks ? maskEmail(address) : address;
}
