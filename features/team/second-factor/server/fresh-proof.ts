import { sql } from 'kysely';
import { isCompanySession, openGuard, openPasswords, proveOwnPassword } from '#features/team/account/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { secondFactorApi } from '../contract.ts';
import { factorsRepo } from './factors.repo.ts';
import type { FactorProof, FactorWorld } from './prove-factor.ts';

/** Showing once more who one is, for calls that say `freshProof`. */
export function freshProofHandlers(
  world: FactorWorld,
  prove: FactorProof,
): Pick<Handlers<typeof secondFactorApi>, 'proofWays' | 'freshProof'> {
  const { db, clock, metrics, sessions } = world;
  const inside = { db, guard: openGuard(clock), passwords: openPasswords(metrics.registry) };
  return {
    proofWays: ({ userId, tenantId, sessionId }) =>
      db.everyTenant('people belong to no tenant', async (tx) => {
        const { rows } = await sql<{ has_password: boolean; company_domain: string | null }>`
          select u.password_hash like '$argon2%' has_password, t.company_domain from user_account u, tenant t
          where u.id = ${userId} and t.id = ${tenantId}`.execute(tx.as());
        const { has_password: password, company_domain: domain } = rows[0]!;
        return {
          password,
          code: (await factorsRepo(tx, userId).totp(true)) !== null,
          // Whose company vouches for them goes there again.
          companyDomain: (await isCompanySession(tx, sessionId)) ? domain : null,
        };
      }),

    async freshProof(caller, shown) {
      const { userId, sessionId, origin } = caller;
      if (shown.password !== undefined) await proveOwnPassword(inside, caller, shown.password);
      const refused = await db.everyTenant('people belong to no tenant', async (tx) => {
        const wrong = shown.code !== undefined ? await prove(tx, { userId, origin }, shown.code) : null;
        if (!wrong) await sessions.prove(tx, { sessionId, userId });
        return wrong;
      });
      if (refused) throw refused;
      return null;
    },
  };
}
