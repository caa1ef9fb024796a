import { isDuplicate, type Tx } from '#platform/server/db/db.ts';
import { withoutHurry } from '#platform/server/db/without-hurry.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { LIST_PRICES_MOST, PRICE_LISTS_MOST, type PriceFields, type priceListsApi } from '../contract.ts';
import { priceListsRepo, type ListRow } from './price-lists.repo.ts';
import { priceRowsRepo } from './price-rows.repo.ts';
import { isLookedFor } from './row-search.ts';

type ListCalls =
  | 'lists'
  | 'list'
  | 'payers'
  | 'add'
  | 'copy'
  | 'update'
  | 'begin'
  | 'remove'
  | 'rows'
  | 'addRow'
  | 'updateRow'
  | 'removeRows';

const PAYERS_SHOWN = 50;
const WHY = 'price lists belong to the installation';

const orTwice = (thrown: unknown): never => {
  if (isDuplicate(thrown, 'price_list_begins')) throw new Failure('priceListTwice');
  throw isDuplicate(thrown, 'price_row_once') ? new Failure('priceRowTwice') : thrown;
};

/** A list there is. */
export async function heldList(tx: Tx, id: number): Promise<ListRow> {
  const list = await priceListsRepo(tx).hold(id);
  if (!list) throw new Failure('notFound');
  return list;
}

/** A list that may still be changed: nothing was charged by it. */
export async function openList(tx: Tx, id: number): Promise<ListRow> {
  const list = await heldList(tx, id);
  if (list.hasBegun) throw new Failure('priceListBegun');
  return list;
}

const noted = ({ name, currency, beginsAt }: Pick<ListRow, 'name' | 'currency' | 'beginsAt'>) => ({
  name,
  currency,
  beginsAt,
});
const notedRow = ({ service, kind, variant, country, prefix, firstSec, nextSec, setupE4, priceE4 }: PriceFields) => ({
  service,
  kind,
  variant,
  country,
  prefix,
  firstSec,
  nextSec,
  setupE4,
  priceE4,
});

/** What the operator does with price lists; each deed stands in the log of the installation, and in that of the tenant whose list it is. */
export function listHandlers({
  db,
  clock,
}: Pick<World, 'db' | 'clock'>): Handlers<Pick<typeof priceListsApi, ListCalls>> {
  const deed = <T>(caller: Caller, work: (tx: Tx) => Promise<{ answer: T; concerns: number | null }>): Promise<T> =>
    db.everyTenant(WHY, async (tx) => {
      const { answer, concerns } = await work(tx);
      await caller.operation.writeBeside(tx, concerns);
      return answer;
    });
  function assertLater(beginsAt: string): void {
    if (fromWireTime(beginsAt) <= clock.nowMs()) throw new Failure('priceListPast');
  }
  /** A tenant's list is in what it pays in. */
  async function assertPays(tx: Tx, tenantId: number | null, currency: string): Promise<void> {
    if (tenantId === null) return;
    const pays = await priceListsRepo(tx).currencyOfTenant(tenantId);
    if (pays === null) throw new Failure('notFound');
    if (pays !== currency) throw new Failure('priceCurrency');
  }

  return {
    lists: (_caller, { page, size, ...filter }) =>
      db.everyTenant(WHY, (tx) => priceListsRepo(tx).page(filter, { page, size })),
    list: (_caller, { id }) =>
      db.everyTenant(WHY, async (tx) => {
        const list = await priceListsRepo(tx).shown(id);
        if (!list) throw new Failure('notFound');
        return list;
      }),
    payers: (_caller, { words }) => db.everyTenant(WHY, (tx) => priceListsRepo(tx).payers(words, PAYERS_SHOWN)),

    add: (caller, list) =>
      deed(caller, async (tx) => {
        assertLater(list.beginsAt);
        await assertPays(tx, list.tenantId, list.currency);
        if ((await priceListsRepo(tx).count()) >= PRICE_LISTS_MOST)
          throw new Failure('invalidInput', `at most ${PRICE_LISTS_MOST} lists`);
        const id = await priceListsRepo(tx).add(list, caller.userId).catch(orTwice);
        caller.operation.note(list.name, { after: noted(list) });
        return { answer: { id }, concerns: list.tenantId };
      }),
    copy: (caller, { id: from, name, tenantId, beginsAt }) =>
      deed(caller, async (tx) => {
        assertLater(beginsAt);
        const { currency } = await heldList(tx, from);
        await assertPays(tx, tenantId, currency);
        const list = { name, tenantId, currency, beginsAt };
        const id = await priceListsRepo(tx).add(list, caller.userId).catch(orTwice);
        await withoutHurry(tx);
        await priceListsRepo(tx).copyPrices(from, id);
        caller.operation.note(name, { after: noted(list) });
        return { answer: { id }, concerns: tenantId };
      }),
    update: (caller, { id, name, beginsAt }) =>
      deed(caller, async (tx) => {
        const before = await heldList(tx, id);
        const moves = before.beginsAt !== beginsAt;
        if (moves && before.hasBegun) throw new Failure('priceListBegun');
        if (moves) assertLater(beginsAt);
        // The seconds of the wire: a list that began between two of them keeps its moment.
        if (moves || before.name !== name)
          await (moves ? priceListsRepo(tx).update(id, name, beginsAt) : priceListsRepo(tx).rename(id, name)).catch(
            orTwice,
          );
        caller.operation.note(name, { before: noted(before), after: noted({ ...before, name, beginsAt }) });
        return { answer: null, concerns: before.tenantId };
      }),
    begin: (caller, { id }) =>
      deed(caller, async (tx) => {
        const list = await openList(tx, id);
        await priceListsRepo(tx).begin(id).catch(orTwice);
        caller.operation.note(list.name, { before: noted(list) });
        return { answer: null, concerns: list.tenantId };
      }),
    remove: (caller, { id }) =>
      deed(caller, async (tx) => {
        const list = await openList(tx, id);
        await priceListsRepo(tx).remove(id);
        caller.operation.note(list.name, { before: noted(list) });
        return { answer: null, concerns: list.tenantId };
      }),

    rows: (caller, { listId, page, size, ...search }) =>
      db.everyTenant(WHY, async (tx) => {
        if (!(await priceListsRepo(tx).shown(listId))) throw new Failure('notFound');
        return priceRowsRepo(tx).page(listId, isLookedFor(search, caller.language), { page, size });
      }),
    addRow: (caller, { listId, ...price }) =>
      deed(caller, async (tx) => {
        const list = await openList(tx, listId);
        if ((await priceRowsRepo(tx).count(listId)) >= LIST_PRICES_MOST)
          throw new Failure('priceListFull', String(LIST_PRICES_MOST));
        const id = await priceRowsRepo(tx).add(listId, price).catch(orTwice);
        caller.operation.note(list.name, { after: notedRow(price) });
        return { answer: { id }, concerns: list.tenantId };
      }),
    updateRow: (caller, { id, ...price }) =>
      deed(caller, async (tx) => {
        const found = await priceRowsRepo(tx).find(id);
        if (!found) throw new Failure('notFound');
        const list = await openList(tx, found.listId);
        // As it is now that nobody else changes it.
        const before = await priceRowsRepo(tx).find(id);
        if (!before) throw new Failure('notFound');
        await priceRowsRepo(tx).update(id, price).catch(orTwice);
        caller.operation.note(list.name, { before: notedRow(before as PriceFields), after: notedRow(price) });
        return { answer: null, concerns: list.tenantId };
      }),
    removeRows: (caller, { listId, ids }) =>
      deed(caller, async (tx) => {
        const list = await openList(tx, listId);
        const removed = await priceRowsRepo(tx).remove(listId, ids);
        caller.operation.note(list.name, { before: { prices: removed } });
        return { answer: { removed }, concerns: list.tenantId };
      }),
  };
}
