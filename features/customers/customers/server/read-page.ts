import { sql } from 'kysely';
import { callbackNumber, customerOfCall } from '#features/voice/call-records/server/index.ts';
import { customFields, type CustomFieldRow } from '#features/customers/field-config/server/index.ts';
import { tagsAmong } from '#features/customers/tags/server/index.ts';
import type { Contributions } from '#platform/server/contributions.ts';
import type { Db } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Customer, CustomerSearch } from '../contract.ts';
import { customersOf, inOrder, type CustomerRow } from './customers.repo.ts';
import { searchFor, type ReadSearch, type SearchHelp } from './search-for.ts';
import { shownWith, type Viewer } from './shown-customer.ts';
import type { TenantFields } from './tenant-fields.ts';

/** Whoever sees everything need not know what is hidden or asked for. */
const noFields: TenantFields = { custom: new Map(), requiredColumns: [], hiddenColumns: new Set() };

/** A search as `searchFor` reads it; `callId` adds the customer of a call. Asks the database only what the search needs. */
export async function readSearch(
  db: Db,
  caller: Caller,
  given: CustomerSearch,
  callId: string | undefined,
  help: SearchHelp & Pick<Contributions, 'keepers'>,
): Promise<ReadSearch> {
  const { tenantId, userId, needsMasking } = caller;
  const isPlain =
    !needsMasking && callId === undefined && given.condition_group_id === undefined && given.sms_phones === undefined;
  if (isPlain) {
    const [rows] = given.condition ? await db.read<[CustomFieldRow]>({ tenantId }, [customFields]) : [[]];
    const custom = new Map(rows.map((field) => [field.id, field]));
    return { search: given, fields: { ...noFields, custom }, world: { tenantId, custom, nowMs: help.nowMs } };
  }
  return db.tenant({ tenantId }, async (tx) => {
    const read = await searchFor(tx, caller, given, help);
    if (callId === undefined) return read;
    const phone = await callbackNumber(tx, help.keepers, { callId, userId });
    if (phone !== null) return { ...read, search: { ...read.search, sms_phones: [phone] } };
    const customerId = await customerOfCall(tx, callId, userId);
    return {
      ...read,
      search: { ...read.search, ...(customerId === null ? { sms_phones: [] } : { ids: [customerId] }) },
    };
  });
}

/** The customers of a page as somebody may see them, in the order of the ids; one journey to the database. */
export async function readPage(db: Db, tenantId: number, ids: readonly number[], viewer: Viewer): Promise<Customer[]> {
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
