import type { ServerFeature } from '#platform/server/feature.ts';
import type { Homes } from '#platform/server/homes/homes.ts';
import { routes } from '#platform/server/http/routes.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import { ownMigrations } from '#platform/server/db/schema-standing.ts';
import type { Drain } from '#platform/server/nodes/drain.ts';
import type { Nodes } from '#platform/server/nodes/nodes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { DESK_DRAINING, nodesApi } from '../contract.ts';
import { nodeRow } from './node-rows.ts';
import { openNodeSockets } from './open-node-sockets.ts';
import { assertReady } from './readiness.ts';

interface NodesFeatureParts {
  nodes: Nodes;
  drain: Drain;
  homes: Pick<Homes, 'isHere' | 'onMoved' | 'here'>;
}

/** The processes of the installation, for whoever runs it; and the word to everybody whose calls are in one that is on its way out. */
export function nodes(
  world: Pick<World, 'db' | 'files' | 'telephony' | 'log'>,
  { nodes: all, drain, homes }: NodesFeatureParts,
): ServerFeature {
  const { db, log } = world;
  const sockets = openNodeSockets({ nodes: all, db, log });
  const stops: (() => void)[] = [];

  /** Its pages ask how it stands. */
  function pushDraining(tenantId: number): void {
    db.tenant({ tenantId }, (tx) => tx.push({ kind: DESK_DRAINING, body: {} })).catch((problem: unknown) => {
      if (!isUnavailable(problem)) log.error({ err: problem, tenantId }, 'a team was not told where its desk is');
    });
  }

  async function find(nodeId: string) {
    const found = (await all.all()).find(({ id, isGone }) => id === nodeId && !isGone);
    if (!found) throw new Failure('notFound');
    return found;
  }

  return {
    name: 'nodes',
    channels: [sockets.channel],
    routes: routes(
      'nodes',
      nodesApi,
      {
        list: async () => (await all.all()).map((node) => nodeRow(node, all.id)),

        async drain(caller, { nodeId }) {
          const node = await find(nodeId);
          const others = (await all.all()).some(
            ({ id, isGone, wanted, state, address }) =>
              id !== nodeId && !isGone && wanted === 'work' && state === 'working' && address !== null,
          );
          if (!others) throw new Failure('lastNode');
          if (!(await all.ask(nodeId, 'drain'))) throw new Failure('notFound');
          caller.operation.note(node.name);
          return null;
        },

        async work(caller, { nodeId }) {
          const node = await find(nodeId);
          if (!(await all.ask(nodeId, 'work'))) throw new Failure('notFound');
          caller.operation.note(node.name);
          return null;
        },

        desk(caller) {
          // Calls that outlive a process need nobody's care.
          const isConcerned = homes.isHere(caller.tenantId) && !world.telephony.outlivesProcess;
          const draining = isConcerned ? drain.current() : null;
          const until = draining?.untilMs ?? null;
          return { draining: draining && { until: until === null ? null : toWireTime(until) } };
        },

        async ready() {
          await assertReady(world, drain);
          return { database: 'ok', migrations: 'ok', files: 'ok' };
        },
      },
      { atHome: ['desk'] },
    ),
    async start() {
      ownMigrations();
      stops.push(
        all.onNews(sockets.refresh),
        drain.onChange(() => homes.here().forEach(pushDraining)),
        homes.onMoved((tenantId, address) => {
          if (drain.current() && address === null && !homes.isHere(tenantId)) pushDraining(tenantId);
        }),
      );
    },
    async stop() {
      for (const stop of stops.splice(0)) stop();
    },
  };
}
