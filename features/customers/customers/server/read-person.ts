import type { Contributions, CustomerReader, DataSubject } from '#platform/server/contributions.ts';
import { assertCustomer } from '#platform/server/customer-reach.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import { customersRepo } from './customers.repo.ts';

/** Somebody and all that were merged into them, kept from others until the transaction ends. */
export async function readPerson(
  tx: TenantTx,
  reach: Pick<Contributions, 'customerReach'>,
  reader: CustomerReader,
  id: number,
): Promise<DataSubject> {
  const repo = customersRepo(tx);
  const [found] = await repo.read([id]);
  if (!found) throw new Failure('notFound');
  await assertCustomer(reach, tx, reader, found.merged_into ?? id);
  const rows = await repo.lock(await repo.family(found.merged_into ?? id));
  const unique = (values: readonly string[]): string[] => [...new Set(values)];
  return {
    customerIds: rows.map((row) => row.id),
    numbers: unique(rows.flatMap(({ phones }) => phones)),
    emails: unique(rows.flatMap(({ emails }) => emails)),
  };
}
