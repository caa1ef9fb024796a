import type { Db } from '../db/db.ts';
import { networkOf } from '../http/network.ts';
import { Operation } from '../http/operation.ts';
import { rateLimiter } from '../http/rate-limit.ts';
import type { ForeignCaller } from './allowed-networks.ts';

/** What stands in the operation log, under `access`, of somebody who came from a network that is not the tenant's. */
export const FOREIGN_NETWORK = 'foreignNetwork';

const HOUR_SEC = 3_600;
/** Each network once an hour, and of a tenant so many: whoever changes addresses does not fill the log. */
const PER_NETWORK = { max: 1, windowSec: HOUR_SEC };
const PER_TENANT = { max: 100, windowSec: HOUR_SEC };

/** Writes down from where people and keys were refused. */
export function openForeignLog(
  db: Db,
  clock: { monotonicMs(): number },
  outcome: number,
): (who: ForeignCaller) => Promise<void> {
  const limiter = rateLimiter(clock);
  return async ({ tenantId, userId, name, address }) => {
    const isNew = limiter.allows(`${tenantId} ${networkOf(address)}`, PER_NETWORK);
    if (!isNew || !limiter.allows(String(tenantId), PER_TENANT)) return;
    const entry = new Operation(
      { module: 'access', action: FOREIGN_NETWORK },
      { tenantId, userId, name, address, requestId: '' },
    );
    await entry.writeAlone(db, outcome);
  };
}
