import { sql } from 'kysely';
import { CALL_ENDED, CALL_STARTED } from '#features/voice/call-records/contract.ts';
import { customerNumbers, endOfCalls, knownCallers, nameCustomers } from '#features/voice/call-records/server/index.ts';
import type { BlacklistCheck } from '#platform/server/contributions.ts';
import type { Db } from '#platform/server/db/db.ts';
import { customersByNumber } from './by-number.ts';
import { noteContact } from './last-contact.ts';

/** Whoever asked not to be called is refused like a number on the blacklist; they may still call us. */
export const doNotCall: BlacklistCheck = async (tx, number, direction) =>
  direction === 'outbound' && ((await customersByNumber(tx, [number])).get(number)?.doNotCall ?? false);

const isWithCustomer = (direction: string): boolean => direction !== 'internal';

/** Calls learn with whom they are, and customers when they were last spoken with; after the call was written, so that nobody on a line waits for it. */
export function callSubscriptions(db: Db) {
  const nameCalls = (tenantId: number, callIds: readonly string[], isOver: boolean): Promise<void> =>
    db.tenant({ tenantId }, async (tx) => {
      const numbers = await customerNumbers(tx, callIds);
      const known = await customersByNumber(tx, [...new Set(numbers.values())]);
      // Somebody who is being forgotten right now must not be written down again.
      const { rows: there } = await sql<{
        id: number;
      }>`select id from customer where id = any(${[...known.values()].map(({ id }) => id)}::bigint[]) order by id for key share`.execute(
        tx.as(),
      );
      const ids = new Set(there.map(({ id }) => id));
      const named = [...numbers].flatMap(([callId, number]) => {
        const customer = known.get(number);
        return customer && ids.has(customer.id) ? [{ callId, customerId: customer.id, name: customer.fullName }] : [];
      });
      await nameCustomers(tx, named);
      if (!isOver) return;
      // Not whom the number would suggest: somebody may have chosen another of those who share it.
      const callers = await knownCallers(tx, callIds);
      const spokenWith = [
        ...named.flatMap(({ callId, customerId }) => (callers.has(callId) ? [] : [customerId])),
        ...callers.values(),
      ];
      await noteContact(tx, spokenWith, await endOfCalls(tx, callIds));
    });
  return {
    [CALL_STARTED]: {
      when: ({ directions }: { directions: string[] }) => directions.some(isWithCustomer),
      run: ({ tenantId, callIds }: { tenantId: number; callIds: string[] }) => nameCalls(tenantId, callIds, false),
    },
    [CALL_ENDED]: {
      when: ({ direction }: { direction: string }) => isWithCustomer(direction),
      run: ({ tenantId, callId }: { tenantId: number; callId: string }) => nameCalls(tenantId, [callId], true),
    },
  };
}
