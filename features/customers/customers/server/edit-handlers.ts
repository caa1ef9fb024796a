import { isPhoneWord, type PhoneWords } from '#features/team/agents/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { assertCustomer, reachedCustomers } from '#platform/server/customer-reach.ts';
import type { World } from '#platform/server/world.ts';
import { CustomerSource } from '#shared/codes/customer-source.ts';
import { Failure } from '#shared/errors.ts';
import type { Customer, customersApi, CustomerWish } from '../contract.ts';
import { addCustomer, readyToAdd, type ReadyToAdd } from './add-customer.ts';
import type { Author, ChangeKind } from './customer-changes.repo.ts';
import { customersRepo, type CustomerRow, type CustomerValues } from './customers.repo.ts';
import { readNumbers, readWish, writtenUnseen, type WishWorld } from './read-wish.ts';
import { shownCustomers } from './shown-customer.ts';
import { readTenantFields, type TenantFields } from './tenant-fields.ts';
import { seesAllCustomers } from './within-reach.ts';
import { writeCustomers } from './write-customers.ts';

type Edits = Pick<
  typeof customersApi,
  'queryOrCreate' | 'insert' | 'update' | 'updateTags' | 'updateForChat' | 'leaveMyList'
>;
const SAME_MOST = 20;

export const authorOf = (caller: Pick<Caller, 'userId' | 'name' | 'key'>): Author =>
  caller.key ? { userId: null, actor: caller.name } : { userId: caller.userId, actor: '' };

/** Customers added and changed by people. */
export function editHandlers({ db, catalogue }: Pick<World, 'db' | 'catalogue'>, words: PhoneWords): Handlers<Edits> {
  const shownRow = async (tx: TenantTx, caller: Caller, row: CustomerRow, fields: TenantFields): Promise<Customer> =>
    (await shownCustomers(tx, [row], { needsMasking: caller.needsMasking, words, fields }))[0]!;
  const shown = async (tx: TenantTx, caller: Caller, id: number, fields: TenantFields): Promise<Customer> =>
    shownRow(tx, caller, (await customersRepo(tx).read([id]))[0]!, fields);
  const readerOf = (caller: Caller): Omit<WishWorld, 'fields'> => ({
    words,
    needsMasking: caller.needsMasking,
    isKey: caller.key !== undefined,
  });
  const worldOf = (caller: Caller, fields: TenantFields): WishWorld => ({ ...readerOf(caller), fields });
  const sourceOf = (caller: Caller): CustomerSource => (caller.key ? CustomerSource.api : CustomerSource.person);

  // Who may not see all customers would lose sight of one that is nobody's.
  const ownerOf = (caller: Caller, wished: number | null | undefined): number | null =>
    wished ?? (seesAllCustomers(caller) ? null : caller.userId);

  /** Numbers need nothing of the tenant's fields: by them everything that has to be known is asked for at once. */
  async function prepare(tx: TenantTx, caller: Caller, wish: CustomerWish) {
    const numbers = await readNumbers(tx, wish, readerOf(caller), null);
    const ready = await readyToAdd(tx, {
      numbers: numbers.phones ?? [],
      ownerId: ownerOf(caller, wish.owner_id),
    });
    return { numbers, ready };
  }

  async function insert(
    tx: TenantTx,
    caller: Caller,
    ready: ReadyToAdd,
    values: Partial<CustomerValues>,
  ): Promise<Customer> {
    const customer = { ...values, owner_id: ownerOf(caller, values.owner_id), source: sourceOf(caller) };
    const row = await addCustomer(tx, ready, customer, authorOf(caller));
    caller.operation.note(row.id);
    return shownRow(tx, caller, row, ready.fields);
  }

  async function change(
    caller: Caller,
    id: number,
    wish: CustomerWish,
    { version, kind }: { version?: number; kind?: ChangeKind } = {},
  ): Promise<Customer> {
    return db.tenant(caller, async (tx) => {
      const [row] = await customersRepo(tx).lock([id]);
      if (!row || row.deleted_at !== null) throw new Failure('notFound');
      await assertCustomer(catalogue, tx, caller, id);
      if (version !== undefined && row.version !== version) throw new Failure('stale');
      const fields = await readTenantFields(tx);
      const world = worldOf(caller, fields);
      const values = await readWish(tx, wish, world, row);
      assertOwner(caller, values.owner_id, row);
      const counted = writtenUnseen(wish, world, row);
      await writeCustomers(tx, { change: [{ id, values, counted }], author: authorOf(caller), kind: kind ?? 'edited' });
      caller.operation.note(id, { after: { fields: Object.keys(wish) } });
      return shown(tx, caller, id, fields);
    });
  }

  return {
    queryOrCreate: (caller, wish) =>
      db.tenant(caller, async (tx) => {
        // The answer would tell whose number it is, also to a program.
        if (caller.needsMasking && wish.phones.some(({ number }) => !isPhoneWord(number)))
          throw new Failure('numbersHidden');
        // Two who ask for one number at the same time get one customer.
        const { numbers, ready } = await prepare(tx, caller, wish);
        const { fields, same } = ready;
        const values = await readWish(tx, wish, { ...worldOf(caller, fields), lenient: true }, null, numbers);
        const theirs = await reachedCustomers(catalogue, tx, caller, same);
        const found = same.find((id) => theirs.has(id));
        if (found !== undefined) return { customer: await shown(tx, caller, found, fields), created: false };
        // Somebody else's: that there is one is told, so that it is not added twice, and not who.
        if (same.length > 0) throw new Failure('customerExists', '');
        assertOwner(caller, values.owner_id, null);
        return { customer: await insert(tx, caller, ready, values), created: true };
      }),

    insert: (caller, { allow_duplicate: allowed, ...wish }) =>
      db.tenant(caller, async (tx) => {
        const { numbers, ready } = await prepare(tx, caller, wish);
        const values = await readWish(tx, wish, worldOf(caller, ready.fields), null, numbers);
        assertOwner(caller, values.owner_id, null);
        if (!allowed && ready.same.length > 0) {
          const theirs = await reachedCustomers(catalogue, tx, caller, ready.same.slice(0, SAME_MOST));
          // Whoever sees stars learns that there is one, not who.
          throw new Failure('customerExists', caller.needsMasking ? '' : [...theirs].join(','));
        }
        return insert(tx, caller, ready, values);
      }),

    update: (caller, { id, version, ...wish }) => change(caller, id, wish, { version }),
    updateTags: (caller, { id, tag_ids }) => change(caller, id, { tag_ids }, { kind: 'tagged' }),
    updateForChat: (caller, { id, ...wish }) => change(caller, id, wish),

    leaveMyList: (caller, { ids }) =>
      db.tenant(caller, async (tx) => {
        const mine = (await customersRepo(tx).lock([ids].flat())).filter(
          ({ owner_id: ownerId, deleted_at: deletedAt }) => ownerId === caller.userId && deletedAt === null,
        );
        const { changed } = await writeCustomers(tx, {
          change: mine.map(({ id }) => ({ id, values: { owner_id: null } })),
          author: authorOf(caller),
        });
        caller.operation.note(null, { after: { ids: changed } });
        return { removed: changed.length };
      }),
  };
}

/** Without the right to edit all, people take customers for themselves and give their own back. */
function assertOwner(caller: Caller, ownerId: number | null | undefined, before: CustomerRow | null): void {
  const was = before?.owner_id ?? null;
  if (ownerId === undefined || ownerId === was || mayUse(caller, 'customers.edit')) return;
  const isOwn = ownerId === caller.userId ? was === null : ownerId === null && was === caller.userId;
  if (!isOwn) throw new Failure('notAllowed');
}
