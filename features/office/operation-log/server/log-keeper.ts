import { openTenantSecrets } from '#features/team/agents/server/index.ts';
import { INSTALLATION } from '#platform/server/http/installation.ts';
import { installationKey } from '#platform/server/operators.ts';
import type { ChainKeeper } from '#platform/server/http/seal.ts';
import type { World } from '#platform/server/world.ts';

/** The chain's key hangs on the tenant's secret, which the database holds sealed only; that of the installation's on the installation's. */
export function openLogKeeper({ db, anchors }: Pick<World, 'db' | 'anchors'>): ChainKeeper {
  const secrets = openTenantSecrets(db);
  return {
    keyOf: (tenantId) =>
      tenantId === INSTALLATION ? installationKey(db, 'operation log') : secrets.derive(tenantId, 'operation log'),
    anchors,
  };
}
