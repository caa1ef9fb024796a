import type { TenantTx } from '#platform/server/db/db.ts';
import { CUSTOMER_CHANGED, CUSTOMERS_CHANGED } from '../contract.ts';
import type { Author, Change, ChangeKind } from './customer-changes.repo.ts';
import { customersRepo, type CustomerRow, type CustomerValues, type NewCustomer } from './customers.repo.ts';

/** More than these are told as "many": pages then read their lists again. */
const PUSHED_MOST = 100;

export interface CustomerWrites {
  add?: readonly NewCustomer[];
  /** Values that are given replace those that are there. */
  change?: readonly {
    id: number;
    values: Partial<CustomerValues>;
    /** Fields that count as changed even where the value is the same (`writtenUnseen`). */
    counted?: ReadonlySet<string>;
  }[];
  author: Author;
  /** Of what is changed; `imported` for both. */
  kind?: ChangeKind;
}

/** Adds and changes customers with their history; answers the rows added, in order, and the ids of those that really changed. Values are checked by now. */
export async function writeCustomers(
  tx: TenantTx,
  { add = [], change = [], author, kind = 'edited' }: CustomerWrites,
): Promise<{ added: CustomerRow[]; changed: number[] }> {
  const repo = customersRepo(tx);
  const added = await repo.insert(add, author.userId);
  await repo.noteChanges(
    kind === 'imported' ? kind : 'created',
    author,
    added.map(({ id }) => ({ id, changes: [] })),
  );
  const before = new Map((await repo.lock(change.map(({ id }) => id))).map((row) => [row.id, row]));
  const differing = change.flatMap(({ id, values, counted }) => {
    const row = before.get(id);
    if (!row) return [];
    const changes = changesOf(row, values, counted);
    return changes.length === 0 ? [] : [{ row, values, changes }];
  });
  await repo.set(differing.map(({ row, values }) => ({ ...valuesOf(row), ...values, id: row.id })));
  await repo.noteChanges(
    kind,
    author,
    differing.map(({ row, changes }) => ({ id: row.id, changes })),
  );
  const changed = differing.map(({ row }) => row.id);
  await pushCustomersChanged(
    tx,
    added.map(({ id }) => id),
    'created',
  );
  await pushCustomersChanged(tx, changed, kind);
  return { added, changed };
}

/** Tells pages and other capabilities which customers changed. */
export async function pushCustomersChanged(
  tx: TenantTx,
  ids: readonly number[],
  kind: ChangeKind,
  into?: number,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.push({ kind: CUSTOMERS_CHANGED, body: { ids: ids.length > PUSHED_MOST ? [] : ids } });
  await tx.announce(CUSTOMER_CHANGED, {
    tenantId: tx.tenantId,
    ids,
    kind: kind === 'created' || kind === 'deleted' || kind === 'merged' ? kind : 'updated',
    ...(into === undefined ? {} : { into }),
  });
}

const valuesOf = ({
  full_name,
  first_name,
  last_name,
  company,
  phones,
  phone_countries,
  emails,
  owner_id,
  language,
  time_zone,
  country,
  tag_ids,
  fields,
  note,
  do_not_call,
  do_not_text,
  consent,
}: CustomerRow): CustomerValues => ({
  full_name,
  first_name,
  last_name,
  company,
  phones,
  phone_countries,
  emails,
  owner_id,
  language,
  time_zone,
  country,
  tag_ids,
  fields,
  note,
  do_not_call,
  do_not_text,
  consent,
});

/** What people call the columns that hold several things or somebody. */
const fieldNames: Partial<Record<keyof CustomerValues, string>> = {
  phones: 'phone',
  emails: 'email',
  owner_id: 'owner',
  tag_ids: 'tag',
};

const none: ReadonlySet<string> = new Set();

/** What differs or counts as if it did, field by field; custom fields by their ids. */
export function changesOf(row: CustomerRow, values: Partial<CustomerValues>, counted = none): Change[] {
  const same = (one: unknown, two: unknown): boolean => JSON.stringify(one) === JSON.stringify(two);
  return (Object.keys(values) as (keyof CustomerValues)[]).flatMap((key): Change[] => {
    const after = values[key];
    if (after === undefined) return [];
    if (key !== 'fields') {
      const field = fieldNames[key] ?? key;
      return same(row[key], after) && !counted.has(field) ? [] : [{ field, before: row[key], after }];
    }
    const fields = values.fields!;
    return [...new Set([...Object.keys(row.fields), ...Object.keys(fields)])]
      .filter((id) => !same(row.fields[id] ?? null, fields[id] ?? null) || counted.has(`custom:${id}`))
      .map((id) => ({ field: `custom:${id}`, before: row.fields[id] ?? null, after: fields[id] ?? null }));
  });
}
