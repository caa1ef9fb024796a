import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant, ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { diallingCode } from '#shared/countries.ts';
import { callLimitsApi } from '../contract.ts';
import { allowedCountries, limitPage } from './call-limits.repo.ts';

export { allowedCountries, allowedIso2, limitsFor, type AppliedLimit } from './call-limits.repo.ts';

/** How often, where to and how much may be called. */
export const callLimits = ({ db }: Pick<World, 'db'>): ServerFeature => ({
  name: 'call-limits',
  demo: demoLimits,
  routes: routes('call-limits', callLimitsApi, {
    page: (caller, query) => db.tenant(caller, (tx) => limitPage(tx, query)),
    async countries(caller) {
      const names = new Intl.DisplayNames(caller.language, { type: 'region' });
      const allowed = await db.tenant(caller, allowedCountries);
      return allowed.map((iso2) => ({ iso2, code: diallingCode(iso2) ?? '', name: names.of(iso2) ?? iso2 }));
    },
  }),
});

/** Wide enough to call the same number all day long, narrow enough to be seen. */
async function demoLimits(tx: Tx, { tenantId }: DemoTenant): Promise<void> {
  const limits = [
    ['failure', 200, 3_600],
    ['perNumber', 500, 86_400],
    ['callsPerSecond', 20, 1],
    ['concurrent', 100, 1],
  ] as const;
  for (const [kind, max, windowSec] of limits)
    await sql`insert into call_limit (tenant_id, kind, max, window_sec) values (${tenantId}, ${kind}, ${max}, ${windowSec})`.execute(
      tx.as(),
    );
}
