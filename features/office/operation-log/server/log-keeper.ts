import { openTenantSecrets } from '#features/team/agents/server/index.ts';
import type { ChainKeeper } from '#platform/server/http/seal.ts';
import type { World } from '#platform/server/world.ts';

/** The chain's key hangs on the tenant's secret, which the database holds sealed only. */
export function openLogKeeper({ db, anchors }: Pick<World, 'db' | 'anchors'>): ChainKeeper {
  const secrets = openTenantSecrets(db);
  return { keyOf: (tenantId) => secrets.derive(tenantId, 'operation log'), anchors };
}
