import { sql } from 'kysely';
import { callbackNumber, customerOfCall, type CallBook } from '#features/voice/call-records/server/index.ts';
import { customFields, type CustomFieldRow } from '#features/customers/field-config/server/index.ts';
import { tagsAmong } from '#features/customers/tags/server/index.ts';
import type { Contributions } from '#platform/server/contributions.ts';
import type { Db } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { retryRead } from '#platform/server/retry-read.ts';
import { Failure } from '#shared/errors.ts';
import type { Customer, CustomerSearch } from '../contract.ts';
import { customersOf, inOrder, type CustomerRow } from './customers.repo.ts';
import { searchFor, type ReadSearch, type SearchHelp } from './search-for.ts';
import { shownWith, type CustomerViewer } from './shown-customer.ts';
import type { TenantFields } from './tenant-fields.ts';

/** Whoever sees everything need not know what is hidden or asked for. */
const noFields: TenantFields = { custom: new Map(), requiredColumns: [], hiddenColumns: new Set() };

/** A search as `searchFor` reads it. Asks the database only what the search needs. */
export async function readSearch(db: Db, caller: Caller, given: CustomerSearch, help: SearchHelp): Promise<ReadSearch> {
  const { tenantId, needsMasking } = caller;
  const isPlain = !needsMasking && given.condition_group_id === undefined && given.sms_phones === undefined;
  if (isPlain) {
    const [rows] = given.condition ? await db.read<[CustomFieldRow]>({ tenantId }, [customFields]) : [[]];
    const custom = new Map(rows.map((field) => [field.id, field]));
    return { search: given, fields: { ...noFields, custom }, world: { tenantId, custom, nowMs: help.nowMs } };
  }
  return db.tenant({ tenantId }, (tx) => searchFor(tx, caller, given, help));
}

/** Whom a call of the caller's is with, by number or id; null for nobody, and for a call that is none of theirs. */
export async function customerOfOwnCall(
  db: Db,
  { tenantId, userId }: Pick<Caller, 'tenantId' | 'userId'>,
  callId: string,
  { keepers, book }: Pick<Contributions, 'keepers'> & { book: Pick<CallBook, 'isLasting'> },
): Promise<{ number: string } | { id: number } | null> {
  const named = () =>
    db.tenant({ tenantId }, async (tx) => {
      const number = await callbackNumber(tx, keepers, { callId, userId });
      if (number !== null) return { number };
      const id = await customerOfCall(tx, callId, userId);
      if (id === null) throw new Failure('notFound');
      return { id };
    });
  try {
    return await retryRead(() => book.isLasting(tenantId, callId), named);
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.name === 'notFound') return null;
    throw thrown;
  }
}

/** The customers of a page as somebody may see them, in the order of the ids; one journey to the database. */
export async function readPage(
  db: Db,
  tenantId: number,
  ids: readonly number[],
  viewer: CustomerViewer,
): Promise<Customer[]> {
  if (ids.length === 0) return [];
  const [rows, tags] = await db.read<[CustomerRow, Customer['tags'][number]]>({ tenantId }, [
    customersOf(ids),
    tagsAmong(sql`select unnest(tag_ids) from customer where id = any(${ids}::bigint[])`),
  ]);
  return shownWith(
    new Map(tags.map(({ id, name, colour }) => [id, { name, colour }])),
    tenantId,
    inOrder(ids, rows),
    viewer,
  );
}
