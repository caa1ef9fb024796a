import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import packageJson from '../../../../package.json' with { type: 'json' };
import { echoApi } from '../contract.ts';

const DATABASE_LIMIT_MS = 1_000;

/** What monitors and the network test ask. */
export const echo = ({ db, clock, storage }: Pick<World, 'db' | 'clock' | 'storage'>): ServerFeature => ({
  name: 'echo',
  routes: routes('echo', echoApi, {
    echo: () => ({ time: toWireTime(clock.nowMs()), version: packageJson.version }),
    async health() {
      if (!(await answersWithin(db.ping(), DATABASE_LIMIT_MS))) throw new Failure('unavailable');
      return { database: 'ok' };
    },
    storage: ({ isOwner }) => ({ full: isOwner && storage.isFull() }),
  }),
});

async function answersWithin(question: Promise<void>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), limitMs)));
  const answered = question.then(
    () => true,
    () => false,
  );
  const inTime = await Promise.race([answered, tooLate]);
  clearTimeout(timer);
  return inTime;
}
