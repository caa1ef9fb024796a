import { sql } from 'kysely';
import type { AgentBoard } from '#features/team/agent-status/server/index.ts';
import {
  lineMarksRepo,
  lineName,
  lineUrl,
  makeAgent,
  readLines,
  agentRows,
} from '#features/team/agents/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { Failure } from '#shared/errors.ts';
import { lineCheckApi } from '../contract.ts';
import { demoLineChecks } from './line-check-demo.ts';
import { lineCheckRepo } from './line-check.repo.ts';
import { openProbeAccounts } from './probe-accounts.ts';
import { soundHandlers } from './sound-handlers.ts';

/** Which way to the exchange sounds best: test calls of agents, their history, and how calls went over each line. */
export function lineCheck(
  world: Pick<World, 'db' | 'clock' | 'exchange' | 'texts' | 'publicUrl'>,
  board: Pick<AgentBoard, 'agent'>,
): ServerFeature {
  const { db, clock, exchange } = world;
  const accounts = openProbeAccounts({ db, clock });

  /** The line the caller's phone uses; whoever has no phone yet gets one. */
  async function lineInUse({ tenantId, userId }: Caller): Promise<number> {
    return db.tenant({ tenantId }, async (tx) => {
      const find = async () =>
        (await sql<{ line_id: number }>`select line_id from ${agentRows} a where user_id = ${userId}`.execute(tx.as()))
          .rows[0]?.line_id;
      const found = await find();
      if (found !== undefined) return found;
      await makeAgent(tx, { tenantId, userId });
      return (await find())!;
    });
  }

  return {
    name: 'line-check',
    demo: demoLineChecks,
    menu: [
      {
        key: '/data/lineQuality',
        name: 'line-check.menu',
        system: System.contactCentre,
        section: 'data',
        order: 40,
        access: 'line-check.view',
        icon: 'network',
      },
    ],
    routes: routes(
      'line-check',
      lineCheckApi,
      {
        async begin(caller) {
          if (!caller.voiceSeat) throw new Failure('phoneSeatUnavailable');
          const {
            call,
            otherCalls = [],
            monitoring = false,
          } = board.agent(caller.userId, caller.tenantId) ?? { call: null };
          if (call || otherCalls.length > 0 || monitoring) throw new Failure('lineCheckInCall');
          const current = await lineInUse(caller);
          const account = await accounts.make(caller, exchange.domain);
          const lines = (await readLines(world)).map((line) => ({
            id: line.id,
            name: lineName(world, caller.language, line),
            url: lineUrl(world, caller.origin.site, line),
            current: line.id === current,
          }));
          return { account: { ...account, iceServers: exchange.iceServers(account.number, clock.nowMs()) }, lines };
        },

        async testing(caller, { endPointId }) {
          if (!(await readLines(world)).some(({ id }) => id === endPointId)) throw new Failure('notFound');
          await db.tenant(caller, (tx) => lineMarksRepo(tx).begin(caller.userId, endPointId));
          return null;
        },

        async report(caller, { kind, results }) {
          const known = new Set((await readLines(world)).map(({ id }) => id));
          if (!results.every(({ endPointId }) => known.has(endPointId))) throw new Failure('notFound');
          await db.tenant(caller, async (tx) => {
            await lineCheckRepo(tx).add(caller.userId, kind, results);
            const reached = results.map(({ endPointId, mos }) => ({ lineId: endPointId, isReached: mos !== null }));
            await lineMarksRepo(tx).end(caller.userId, reached);
          });
          return null;
        },

        async history(caller, { days }) {
          const [lines, points] = [
            await readLines(world),
            await db.tenant(caller, (tx) => lineCheckRepo(tx).own(caller.userId, days)),
          ];
          return lines.map((line) => ({
            endPointId: line.id,
            name: lineName(world, caller.language, line),
            points: points.filter(({ line_id: id }) => id === line.id).map(({ at, mos }) => ({ at, mos })),
          }));
        },

        ...soundHandlers(world),
      },
      { atHome: ['begin'] },
    ),
  };
}
