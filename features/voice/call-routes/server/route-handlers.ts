import { isDuplicate, namesNothing, type TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { POOL_NUMBERS_MOST, ROUTES_MOST, type CallRoute, type RouteFields, type routesApi } from '../contract.ts';
import { poolRepo } from './pool.repo.ts';
import { routeRepo } from './route.repo.ts';

type RouteCalls = 'list' | 'create' | 'update' | 'delete' | 'pool' | 'poolChoices' | 'setPool';

/** Which routes there are, and which numbers they show. */
export function routeHandlers({
  db,
  clock,
}: Pick<World, 'db' | 'clock'>): Handlers<Pick<typeof routesApi, RouteCalls>> {
  async function held(tx: TenantTx, id: number): Promise<CallRoute> {
    const route = await routeRepo(tx).find(id, clock.nowMs());
    if (!route) throw new Failure('notFound');
    return route;
  }
  async function checked(tx: TenantTx, fields: RouteFields): Promise<void> {
    const known = await routeRepo(tx).knows(fields);
    if (!known.trunks) throw new Failure('trunkUnknown');
    if (!known.calendar) throw new Failure('notFound', 'calendar');
  }
  return {
    list: (caller) => db.tenant(caller, (tx) => routeRepo(tx).all(clock.nowMs())),

    create: (caller, { path: _path, ...fields }) =>
      db.tenant(caller, async (tx) => {
        await checked(tx, fields);
        if ((await routeRepo(tx).count()) >= ROUTES_MOST)
          throw new Failure('invalidInput', `at most ${ROUTES_MOST} routes`);
        const id = await routeRepo(tx).add(fields).catch(orTaken);
        caller.operation.note(fields.name, { after: fields });
        return { id };
      }),

    update: (caller, { path: _path, id, version, ...fields }) =>
      db.tenant(caller, async (tx) => {
        const before = await held(tx, id);
        await checked(tx, fields);
        if (!(await routeRepo(tx).update(id, version, fields).catch(orTaken))) throw new Failure('stale');
        caller.operation.note(fields.name, { before: settingsOf(before), after: fields });
        return null;
      }),

    delete: (caller, { id, version }) =>
      db.tenant(caller, async (tx) => {
        const before = await held(tx, id);
        if (before.version !== version) throw new Failure('stale');
        await routeRepo(tx).remove(id).catch(orBound);
        caller.operation.note(before.name, { before: settingsOf(before) });
        return null;
      }),

    pool: (caller, { routerId }) =>
      db.tenant(caller, async (tx) => {
        const pool = await poolRepo(tx).find(routerId, clock.nowMs());
        if (!pool) throw new Failure('notFound');
        return pool;
      }),
    poolChoices: (caller) => db.tenant(caller, (tx) => poolRepo(tx).choices(POOL_NUMBERS_MOST)),

    setPool: (caller, { routerId, version, path: _path, ...pool }) =>
      db.tenant(caller, async (tx) => {
        const before = await poolRepo(tx).find(routerId, clock.nowMs());
        if (!before) throw new Failure('notFound');
        const ours = new Map(
          (await poolRepo(tx).ours(pool.numbers, routerId)).map((one) => [`${one.kind} ${one.id}`, one]),
        );
        const numbers = pool.numbers.flatMap(({ kind, id }) => ours.get(`${kind} ${id}`) ?? []);
        if (numbers.length !== pool.numbers.length) throw new Failure('numberNotOurs');
        if (!(await poolRepo(tx).set(routerId, version, pool, numbers))) throw new Failure('stale');
        const { strategy, restAfter, restMinutes } = before;
        caller.operation.note(before.name, {
          before: { strategy, restAfter, restMinutes, numbers: before.numbers.map(({ number }) => number) },
          after: { ...pool, numbers: numbers.map(({ number }) => number) },
        });
        return null;
      }),
  };
}

const orTaken = (thrown: unknown): never => {
  throw isDuplicate(thrown, 'router_name') ? new Failure('nameTaken') : thrown;
};
/** A number is shown by this route alone. */
const orBound = (thrown: unknown): never => {
  throw namesNothing(thrown) ? new Failure('routeHasNumbers') : thrown;
};

const settingsOf = ({ name, type, countries, hours, enabled, strategy, trunks }: CallRoute): RouteFields => ({
  name,
  type,
  countries,
  hours,
  enabled,
  strategy,
  trunks: trunks.map(({ trunkId, weight }) => ({ trunkId, weight })),
});
