import { Failure } from '#shared/errors.ts';
import type { Contributions, CustomerReader } from './contributions.ts';
import type { TenantTx } from './db/db.ts';

type Reach = Pick<Contributions, 'customerReach'>;

/**
 * Those of these customers that somebody may see and change: all with `customers.view`, else their own and those of their
 * calls, chats and follow-ups. Whoever takes the id of a customer from a caller asks here.
 */
export async function reachedCustomers(
  { customerReach }: Reach,
  tx: TenantTx,
  who: CustomerReader,
  customerIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const reached = new Set<number>();
  for (const reach of customerReach) for (const id of await reach(tx, who, customerIds)) reached.add(id);
  return reached;
}

/** Who is not theirs is nobody to them, as if it were another team's. */
export async function assertCustomer(reach: Reach, tx: TenantTx, who: CustomerReader, id: number): Promise<void> {
  if (!(await reachedCustomers(reach, tx, who, [id])).has(id)) throw new Failure('notFound');
}
