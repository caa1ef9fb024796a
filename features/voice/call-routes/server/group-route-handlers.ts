import { sql } from 'kysely';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import { setGroupNumbers } from '#features/voice/did-numbers/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import type { RouteType } from '#shared/codes/route-type.ts';
import { Failure } from '#shared/errors.ts';
import type { NumberRef, routesApi } from '../contract.ts';
import { poolRepo } from './pool.repo.ts';
import { routesRepo } from './routes.repo.ts';

/** By which routes the members of a group call, and which numbers they show. */
export function groupRouteHandlers({
  db,
}: Pick<World, 'db'>): Handlers<Pick<typeof routesApi, 'groupRoutes' | 'setGroupRoutes'>> {
  return {
    groupRoutes: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        await named(tx, id);
        return groupWays(tx, id);
      }),

    setGroupRoutes: (caller, { id, routerIds, numbers }) =>
      db.tenant(caller, async (tx) => {
        const name = await named(tx, id);
        const routers = [...new Set(routerIds)];
        const refs = [...new Map(numbers.map((one) => [`${one.kind} ${one.id}`, one])).values()];
        const before = await groupWays(tx, id);
        const { rows } = await sql<{ n: number }>`
          select count(*) n from router where id = any(${routers}::bigint[])`.execute(tx.as());
        if (rows[0]!.n !== routers.length) throw new Failure('notFound', 'route');
        if ((await poolRepo(tx).ours(refs, null)).length !== refs.length) throw new Failure('numberNotOurs');
        await sql`delete from agent_group_router where group_id = ${id} and not router_id = any(${routers}::bigint[])`.execute(
          tx.as(),
        );
        await sql`
          insert into agent_group_router (group_id, router_id) select ${id}::bigint, unnest(${routers}::bigint[]) on conflict do nothing`.execute(
          tx.as(),
        );
        await setGroupNumbers(tx, id, refs satisfies readonly NumberRef[]);
        caller.operation.note(name, { before: inWords(before), after: inWords(await groupWays(tx, id)) });
        return null;
      }),
  };
}

async function named(tx: TenantTx, groupId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from ${groupRows} g where id = ${groupId}`.execute(tx.as());
  if (!rows[0]) throw new Failure('notFound');
  return rows[0].name;
}

async function groupWays(tx: TenantTx, groupId: number) {
  const { rows: routes } = await sql<{ routerId: number; routerName: string; type: RouteType; enabled: boolean }>`
    select r.id "routerId", r.name "routerName", r.type, r.enabled from agent_group_router gr join router r on r.id = gr.router_id
    where gr.group_id = ${groupId} order by r.name, r.id`.execute(tx.as());
  return { routes, numbers: await routesRepo(tx).ofGroup(groupId) };
}

const inWords = ({ routes, numbers }: Awaited<ReturnType<typeof groupWays>>) => ({
  routes: routes.map(({ routerName }) => routerName),
  numbers: numbers.map(({ number }) => number),
});
