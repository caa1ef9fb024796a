import { createHash } from 'node:crypto';
import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import { requestExport } from '#features/office/downloads/server/index.ts';
import type { PersonData } from '#platform/server/contributions.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { customersApi } from '../contract.ts';
import { PERSON_EXPORT } from './person-export.ts';
import { readPerson } from './read-person.ts';
import { pushCustomersChanged } from './write-customers.ts';

/** What leads to others goes after them, the customers' own rows last of all. */
const turnOf = ({ name, leadsToOthers }: PersonData): number =>
  Number(leadsToOthers ?? false) + Number(name === 'customers');

/** People who want to be forgotten, or to know what is kept about them. */
export const eraseHandlers = ({
  db,
  clock,
  catalogue,
}: Pick<World, 'db' | 'clock' | 'catalogue'>): Handlers<Pick<typeof customersApi, 'erase' | 'exportPerson'>> => ({
  erase: (caller, { id, reason }) =>
    db.tenant(caller, async (tx) => {
      const person = await readPerson(tx, catalogue, caller, id);
      const erased: Record<string, number> = {};
      for (const { name, erase } of catalogue.personData.toSorted((a, b) => turnOf(a) - turnOf(b)))
        erased[name] = await erase(tx, person);
      const certificate = createHash('sha256')
        .update(JSON.stringify([tx.tenantId, person.customerIds, erased, toWireTime(clock.nowMs())]))
        .digest('hex');
      caller.operation.note(certificate, {
        after: { customers: person.customerIds, erased, reason: maskNumbersIn(reason) },
      });
      await pushCustomersChanged(tx, person.customerIds, 'deleted');
      return { certificate, erased };
    }),

  exportPerson: (caller, { id }) =>
    db.tenant(caller, async (tx) => {
      if (caller.needsMasking) throw new Failure('notAllowed');
      await readPerson(tx, catalogue, caller, id);
      caller.operation.note(id);
      return {
        task_id: await requestExport(tx, caller, {
          fileName: `customer-${id}.zip`,
          feature: 'customers',
          kind: PERSON_EXPORT,
          params: { id },
        }),
      };
    }),
});
