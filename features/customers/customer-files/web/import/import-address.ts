import { CustomerSource } from '#shared/codes/customer-source.ts';
import { fromWireTime, toWireTime } from '#shared/wire-time.ts';
import type { CustomerImport } from '../../contract.ts';

/** Where an import is looked at. */
export const addressOf = (id: number): string => `/customers/import/${id}`;

const SECOND_MS = 1_000;

/** The list of customers an import added: those that came from a file while it was written. */
export function newCustomersOf({
  created_at: from,
  finished_at: to,
}: Pick<CustomerImport, 'created_at' | 'finished_at'>): string {
  // Moments are told in whole seconds: what was added within the last one counts too.
  const until = to === null ? from : toWireTime(fromWireTime(to) + SECOND_MS);
  const condition = {
    join: 'and',
    items: [
      { field: 'source', operator: 'is', values: [CustomerSource.import] },
      { field: 'created_at', operator: 'between', values: [from, until] },
    ],
  };
  return `/customers?condition=${encodeURIComponent(JSON.stringify(condition))}`;
}
