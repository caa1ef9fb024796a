import { companyOf, type Company } from '#features/team/sso/server/index.ts';
import { refuseClosedDemo } from '#platform/server/demo-tenants.ts';
import { refuseInactive } from '#platform/server/tenant-state.ts';
import type { Visitor } from '#platform/server/http/caller.ts';
import { allowedNetworks, ForeignNetwork } from '#platform/server/sessions/allowed-networks.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { ScimRefused } from '../core/refusal.ts';
import { noteUse, tokenWith } from './tokens.repo.ts';

/** Whose provider asks. */
export interface Provider {
  tenantId: number;
  /** As whom the operation log knows it. */
  name: string;
  company: Company;
}

/**
 * Finds whose token it is. The database is asked every time, so that one that was revoked is refused from the next call
 * on, everywhere; tokens that are nobody's cost it a bounded number of questions.
 */
export function openProviders({ db, clock, demo, sessions }: Pick<World, 'clock' | 'db' | 'demo' | 'sessions'>) {
  const lookUp = (token: string, address: string): Promise<Provider | null> =>
    db.everyTenant('a token alone does not tell the tenant', async (tx) => {
      const found = await tokenWith(tx, hashToken(token));
      if (!found) return null;
      const { id, tenantId, prefix, networks } = found;
      const name = `SCIM: ${prefix}`;
      await refuseClosedDemo(tx, tenantId, demo);
      await refuseInactive(tx, tenantId);
      if (allowedNetworks(networks)?.includes(address) === false)
        throw new ForeignNetwork({ tenantId, userId: null, name, address });
      await noteUse(tx, id, address, clock.nowMs());
      const company = await companyOf(tx, tenantId);
      if (!company) throw new ScimRefused(403, 'Single sign-on is not set up: no domain is known to be the company’s.');
      return { tenantId, name, company };
    });

  return {
    async of({ token, origin: { address } }: Visitor): Promise<Provider> {
      const found = token ? await sessions.guard.ask(token, address, () => lookUp(token, address), 'scim') : null;
      if (!found) throw new Failure('signedOut');
      return found;
    },
  };
}
