import type { ServerFeature } from '#platform/server/feature.ts';
import { inTime } from '#platform/server/in-time.ts';
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
      if (!(await inTime(db.ping(), DATABASE_LIMIT_MS))) throw new Failure('unavailable');
      return { database: 'ok' };
    },
    storage: ({ isOwner }) => ({ full: isOwner && storage.isFull() }),
  }),
});
