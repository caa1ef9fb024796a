import { sql } from 'kysely';
import { lineName, readLines } from '#features/team/agents/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { lineCheckApi } from '../contract.ts';
import { lineCheckRepo } from './line-check.repo.ts';
import { trendsOf, worstFirst } from './trends.ts';

/** How lines and agents sounded, for those who lead. */
export function soundHandlers(
  world: Pick<World, 'db' | 'texts'>,
): Handlers<Pick<typeof lineCheckApi, 'ofAgent' | 'trends'>> {
  const { db } = world;
  return {
    async ofAgent(caller, { userId, days }) {
      const names = new Map((await readLines(world)).map((line) => [line.id, lineName(world, caller.language, line)]));
      return db.tenant(caller, async (tx) => {
        const { rows: known } = await sql`select from member where user_id = ${userId}`.execute(tx.as());
        if (known.length === 0) throw new Failure('notFound');
        const repo = lineCheckRepo(tx);
        const checks = await repo.lastChecks(userId, days);
        return {
          ...(await repo.callsOf(userId, days)),
          checks: checks.map(({ line_id: endPointId, at, mos }) => ({
            endPointId,
            name: names.get(endPointId) ?? '',
            at,
            mos,
          })),
        };
      });
    },

    async trends(caller, { days }) {
      const names = new Map((await readLines(world)).map((line) => [line.id, lineName(world, caller.language, line)]));
      const lineOf = ({ id }: { id: number }): string => names.get(id) ?? '';
      return db.tenant(caller, async (tx) => {
        const repo = lineCheckRepo(tx);
        const zone = caller.timeZone ?? (await tenantZone(tx));
        return {
          checks: trendsOf(await repo.checks(days, zone), lineOf),
          lines: trendsOf(await repo.callsByLine(days, zone), lineOf),
          agents: worstFirst(trendsOf(await repo.callsByAgent(days, zone), ({ name }) => name ?? '')),
        };
      });
    },
  };
}
