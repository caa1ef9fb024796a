import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { countries } from '#shared/countries.ts';
import { Failure } from '#shared/errors.ts';
import { NO_CALL_DAY_GONE, NO_CALL_DAYS_CHANGED, NO_CALL_DAYS_MOST, type doNotCallApi } from '../contract.ts';
import { noCallDaysRepo } from './no-call-days.repo.ts';

type DayCalls = Pick<typeof doNotCallApi, 'days' | 'addDays' | 'removeDay'>;

const placeOf = ({ country, area }: { country: string; area: string }): string =>
  [country, area].filter(Boolean).join(' ');
/** Pages that show them read them again. */
const pushDays = (tx: TenantTx): Promise<void> =>
  tx.push({ kind: NO_CALL_DAYS_CHANGED, body: {}, access: 'do-not-call.view' });

/** Days on which nobody is called in a place. */
export const dayHandlers = ({ db }: Pick<World, 'db'>): Handlers<DayCalls> => ({
  days: (caller) => db.tenant(caller, (tx) => noCallDaysRepo(tx).all()),
  async addDays(caller, { days, ...place }) {
    if (!countries.some(({ iso2 }) => iso2 === place.country)) throw new Failure('invalidInput', 'country');
    return db.tenant(caller, async (tx) => {
      const repo = noCallDaysRepo(tx);
      const added = await repo.put(place, days, caller.name);
      if ((await repo.count()) > NO_CALL_DAYS_MOST)
        throw new Failure('invalidInput', `at most ${NO_CALL_DAYS_MOST} days`);
      caller.operation.note(placeOf(place), { after: { days: added.map(({ date, name }) => `${date} ${name}`) } });
      await pushDays(tx);
      return added;
    });
  },
  removeDay: (caller, { id }) =>
    db.tenant(caller, async (tx) => {
      const removed = await noCallDaysRepo(tx).remove(id);
      if (!removed) throw new Failure('notFound');
      caller.operation.note(placeOf(removed), { before: { day: `${removed.date} ${removed.name}` } });
      await pushDays(tx);
      await tx.announce(NO_CALL_DAY_GONE, { tenantId: tx.tenantId });
      return null;
    }),
});
