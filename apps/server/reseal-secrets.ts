import { resealFilesKeys } from '#features/office/files/server/index.ts';
import { resealPushKey } from '#features/office/push-notices/server/index.ts';
import { resealTenantSecrets } from '#features/team/agents/server/index.ts';
import { resealTotpKeys } from '#features/team/second-factor/server/index.ts';
import { resealSsoKeys } from '#features/team/sso/server/index.ts';
import { sealOldHookSecrets } from '#features/integrations/webhooks/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';
import { resealInstallationSecret } from '#platform/server/operators.ts';

/** Everything secret under the key in use; answers how much was not. What hangs on a tenant's secret follows it. */
export async function resealSecrets(db: Db): Promise<number> {
  return (
    (await resealTenantSecrets(db)) +
    (await resealInstallationSecret(db)) +
    (await resealSsoKeys(db)) +
    (await resealTotpKeys(db)) +
    (await resealPushKey(db)) +
    (await resealFilesKeys(db)) +
    (await sealOldHookSecrets(db))
  );
}
