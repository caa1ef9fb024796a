import { sql } from 'kysely';
import { chooseCustomer, openedRecord } from '#features/voice/call-records/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { customersApi } from '../contract.ts';
import { customersRepo } from './customers.repo.ts';
import { noteContact, takeContactBack } from './last-contact.ts';

/**
 * Who of several customers with one number called. Rules:
 * 1. Whoever was in the call says so, or who may change everybody's records; later, too.
 * 2. Only somebody with the number of the call can be meant: nobody learns of customers by guessing.
 * 3. The call, its place in the timeline and the last contact go with the choice; who was taken for the caller before is left
 *    with their own last call.
 */
export function callerChoiceHandlers({
  db,
  catalogue,
}: Pick<World, 'db' | 'catalogue'>): Handlers<Pick<typeof customersApi, 'callerOf' | 'chooseCaller'>> {
  return {
    callerOf: (caller, { call_id: callId }) =>
      db.tenant(caller, async (tx) => {
        const call = await openedRecord(catalogue, tx, caller, callId, 'call-records.view');
        return { customer_id: call.customer_chosen && call.customer_id !== null ? Number(call.customer_id) : null };
      }),

    chooseCaller: (caller, { call_id: callId, customer_id: id }) =>
      db.tenant(caller, async (tx) => {
        const call = await openedRecord(catalogue, tx, caller, callId, 'call-records.edit');
        if (call.direction === 'internal' || call.customer_number === '') throw new Failure('notFound');
        if (!(await customersRepo(tx).withNumber([call.customer_number])).includes(id)) throw new Failure('notFound');
        // Somebody who is being forgotten right now must not be written down again.
        const { rows } = await sql<{
          full_name: string;
        }>`select full_name from customer where id = ${id} and deleted_at is null for key share`.execute(tx.as());
        if (!rows[0]) throw new Failure('notFound');
        const before = call.customer_id;
        await chooseCustomer(tx, callId, { id, name: rows[0].full_name });
        // A call that lasts tells of the contact when it ends.
        if (call.ended_at !== null) {
          await noteContact(tx, [id], call.ended_at);
          if (before !== null && before !== String(id)) await takeContactBack(tx, Number(before), call.ended_at);
        }
        caller.operation.note(callId, { before: { customerId: before }, after: { customerId: String(id) } });
        return null;
      }),
  };
}
