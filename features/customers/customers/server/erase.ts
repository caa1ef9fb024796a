import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import {
  callsOfPerson,
  forgetInCalls,
  recordingsOfPerson,
  toldOfCalls,
} from '#features/voice/call-records/server/index.ts';
import { forgetNotes, toldOfNotes } from '#features/voice/calls/server/index.ts';
import { forgetExports, requestExport } from '#features/office/downloads/server/index.ts';
import { forgetAnswers, toldOfAnswers } from '#features/voice/scripts/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { customersApi } from '../contract.ts';
import { customersRepo, historyOf } from './customers.repo.ts';
import { personData, registerPersonData } from './person-data.ts';
import { PERSON_EXPORT } from './person-export.ts';
import { readPerson } from './read-person.ts';
import { tellChanged } from './write-customers.ts';

// Files that were exported may tell of anybody, and what was searched for them may be a name.
registerPersonData({
  name: 'downloads',
  erase: (tx) => forgetExports(tx, ['customers', 'customer-files', 'call-records', 'monitoring']),
  export: async () => [],
});
// Notes and answers go before the calls they were made in, or nobody could tell whose they were.
registerPersonData({
  name: 'calls',
  async erase(tx, person) {
    const callIds = await callsOfPerson(tx, person);
    return (await forgetNotes(tx, callIds, person)) + (await forgetAnswers(tx, callIds));
  },
  async export(tx, person) {
    const callIds = await callsOfPerson(tx, person);
    return [...(await toldOfNotes(tx, callIds)), ...(await toldOfAnswers(tx, callIds))];
  },
});
registerPersonData({
  name: 'call-records',
  async erase(tx, person) {
    const { calls, recordings } = await forgetInCalls(tx, person);
    return calls + recordings;
  },
  export: toldOfCalls,
  files: recordingsOfPerson,
});
registerPersonData({
  name: 'customers',
  async erase(tx, { customerIds }) {
    // What somebody searched for to change many may be a name.
    await sql`delete from customer_batch where finished_at is not null`.execute(tx.as());
    await sql`delete from customer_change where customer_id = any(${customerIds}::bigint[])`.execute(tx.as());
    return Number(
      (await sql`delete from customer where id = any(${customerIds}::bigint[])`.execute(tx.as())).numAffectedRows ?? 0,
    );
  },
  async export(tx, { customerIds }) {
    const { rows: changes } = await sql<{
      at: string;
    }>`select customer_id, at, kind, changes from ${historyOf(customerIds)} h order by id`.execute(tx.as());
    return [...(await customersRepo(tx).read(customerIds)), ...changes];
  },
});

/** People who want to be forgotten, or to know what is kept about them. */
export const eraseHandlers = ({
  db,
  clock,
}: Pick<World, 'db' | 'clock'>): Handlers<Pick<typeof customersApi, 'erase' | 'exportPerson'>> => ({
  erase: (caller, { id, reason }) =>
    db.tenant(caller, async (tx) => {
      const person = await readPerson(tx, id);
      const erased: Record<string, number> = {};
      // In the order they made themselves known, the customers' own rows last: until then others can tell by them.
      for (const { name, erase } of personData().toSorted(
        (a, b) => Number(a.name === 'customers') - Number(b.name === 'customers'),
      ))
        erased[name] = await erase(tx, person);
      const certificate = createHash('sha256')
        .update(JSON.stringify([tx.tenantId, person.customerIds, erased, toWireTime(clock.nowMs())]))
        .digest('hex');
      caller.operation.note(certificate, {
        after: { customers: person.customerIds, erased, reason: maskNumbersIn(reason) },
      });
      await tellChanged(tx, person.customerIds, 'deleted');
      return { certificate, erased };
    }),

  exportPerson: (caller, { id }) =>
    db.tenant(caller, async (tx) => {
      if (caller.needsMasking) throw new Failure('notAllowed');
      await readPerson(tx, id);
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
