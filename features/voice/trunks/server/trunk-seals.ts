import type { TenantSecrets } from '#features/team/agents/server/index.ts';
import { seal, unseal } from '#platform/server/seal.ts';
import { NO_TRUNK_SECRETS, type TrunkSecrets } from './trunk-secrets.ts';

/** What the key is for. */
const SEAL_PURPOSE = 'sip trunks';

/** Passwords of trunks go in sealed, and come out for nobody but the line itself. */
export interface TrunkSeals {
  close(tenantId: number, secrets: TrunkSecrets): Promise<string>;
  open(tenantId: number, sealed: string): Promise<TrunkSecrets>;
}

export function openTrunkSeals(secrets: TenantSecrets): TrunkSeals {
  return {
    async close(tenantId, hidden) {
      const key = await secrets.derive(tenantId, SEAL_PURPOSE);
      return seal(key, JSON.stringify(hidden)).toString('base64url');
    },
    async open(tenantId, sealed) {
      const text = unseal(await secrets.derive(tenantId, SEAL_PURPOSE), Buffer.from(sealed, 'base64url'));
      return text === null ? NO_TRUNK_SECRETS : (JSON.parse(text) as TrunkSecrets);
    },
  };
}
