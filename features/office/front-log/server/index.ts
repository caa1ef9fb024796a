import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import { withoutValues } from '#platform/server/log.ts';
import type { World } from '#platform/server/world.ts';
import { frontLogApi } from '../contract.ts';
import { demoFrontLog } from './demo.ts';
import { frontLogRepo } from './front-log.repo.ts';

const KEPT_DAYS = 30;
const STACK_LINES = 15;

/** Mistakes that happen in people's browsers, so that somebody learns of them. */
export const frontLog = ({ db }: Pick<World, 'db'>): ServerFeature => ({
  name: 'front-log',
  demo: demoFrontLog,
  menu: [
    {
      key: '/organisation/frontLog',
      name: 'front-log.menu',
      system: 2,
      section: 'organisation',
      order: 70,
      access: 'front-log.view',
      icon: 'bug',
    },
  ],
  jobs: [{ task: 'front-log.sweep', cron: '23 3 * * *', run: () => sweep({ db }) }],
  routes: routes('front-log', frontLogApi, {
    async add(caller, { message, stack, path, version }) {
      const cleanedMessage = withoutValues(message);
      const lines = stack.split('\n').slice(0, STACK_LINES).map(withoutValues);
      await db.tenant(caller, (tx) =>
        frontLogRepo(tx).add({
          fingerprint: fingerprintOf(cleanedMessage, lines),
          userId: caller.userId,
          message: cleanedMessage,
          stack: lines.join('\n'),
          path: pathPattern(path),
          userAgent: caller.origin.userAgent.slice(0, 300),
          version,
        }),
      );
      return null;
    },
    page: (caller, { page, size, search }) =>
      db.tenant(caller, (tx) => frontLogRepo(tx).page(search, { size, offset: (page - 1) * size })),
  }),
});

/** Two mistakes are the same when they say the same at the same place; the rest of the way there may differ. */
const fingerprintOf = (message: string, [, top = '']: string[]): string =>
  createHash('sha256').update(`${message}\n${top}`).digest('hex').slice(0, 32);

/** `/customers/:n` from `/customers/12345?phone=…`: a page, not a person. */
export const pathPattern = (path: string): string => withoutValues(path.replace(/[?#].*$/s, '').replace(/\d+/g, ':n'));

export async function sweep({ db }: Pick<World, 'db'>): Promise<void> {
  await db.everyTenant('old entries of all tenants', (tx) =>
    sql`delete from front_log where day < current_date - ${KEPT_DAYS}::int`.execute(tx.as()),
  );
}
