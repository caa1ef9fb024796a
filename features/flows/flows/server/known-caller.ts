import type { FlowCaller } from '#core/flow/flow-events.ts';
import type { Value } from '#core/flow/flow.ts';
import {
  customersRepo,
  readTenantFields,
  shownCustomers,
  type CustomerRow,
} from '#features/customers/customers/server/index.ts';
import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';

/** Fields every customer has that flows know by name. */
export const CALLER_FIELDS = [
  'full_name',
  'first_name',
  'last_name',
  'company',
  'note',
  'language',
  'country',
  'time_zone',
] as const;

type Known = Pick<CustomerRow, (typeof CALLER_FIELDS)[number] | 'emails' | 'fields'>;

/** What a flow knows of a customer, by key: what everybody has, the first address, and the tenant's own fields by their id. */
export function callerFields(customer: Known): Record<string, Value> {
  const own = Object.entries(customer.fields).filter(
    (entry): entry is [string, Value] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
  );
  const plain = CALLER_FIELDS.map((key): [string, Value] => [key, customer[key]]);
  return { ...Object.fromEntries(plain), email: customer.emails[0] ?? '', ...Object.fromEntries(own) };
}

/**
 * A customer as the caller of a flow that nobody really called; null when they are gone. Who sees stars gets what they would see of
 * them: a flow that knew more would tell, by its words, its branches or its voice. Their number is then left out.
 */
export async function chosenCaller(
  db: Db,
  tx: TenantTx,
  customerId: number,
  { needsMasking }: { needsMasking: boolean },
): Promise<FlowCaller | null> {
  const [row] = await customersRepo(tx).read([customerId]);
  if (!row || row.deleted_at !== null) return null;
  const words = phoneWords(openTenantSecrets(db));
  const [shown] = await shownCustomers(tx, [row], { needsMasking, words, fields: await readTenantFields(tx) });
  return {
    number: needsMasking ? '' : (row.phones[0] ?? ''),
    customerId,
    fields: callerFields(shown!),
    tagIds: row.tag_ids,
  };
}
