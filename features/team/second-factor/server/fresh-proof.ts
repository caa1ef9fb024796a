import { sql } from 'kysely';
import { isCompanySession, openGuard, openPasswords, proveOwnPassword } from '#features/team/account/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { secondFactorApi } from '../contract.ts';
import { factorsRepo } from './factors.repo.ts';
import type { Passkeys } from './passkeys.ts';
import { passkeysRepo } from './passkeys.repo.ts';
import type { FactorProof, FactorWorld } from './prove-factor.ts';

/** Showing once more who one is, for calls that say `freshProof`. */
export function freshProofHandlers(
  world: FactorWorld,
  prove: FactorProof,
  passkeys: Passkeys,
): Pick<Handlers<typeof secondFactorApi>, 'proofWays' | 'askPasskey' | 'freshProof'> {
  const { db, clock, metrics, sessions } = world;
  const inside = { db, guard: openGuard(clock), passwords: openPasswords(metrics.registry) };
  return {
    proofWays: ({ userId, tenantId, sessionId }) =>
      db.everyTenant('people belong to no tenant', async (tx) => {
        const { rows } = await sql<{ has_password: boolean; company_domain: string | null }>`
          select u.password_hash like '$argon2%' has_password, t.company_domain from user_account u, tenant t
          where u.id = ${userId} and t.id = ${tenantId}`.execute(tx.as());
        const { has_password: password, company_domain: domain } = rows[0]!;
        const factors = factorsRepo(tx, userId);
        return {
          password,
          // One from paper as well: whose only passkey is lost has nothing else to show.
          code: (await factors.totp(true)) !== null || (await factors.recoveryLeft()) > 0,
          passkey: (await passkeysRepo(tx, userId).all()).length > 0,
          // Whose company vouches for them goes there again.
          companyDomain: (await isCompanySession(tx, sessionId)) ? domain : null,
        };
      }),

    askPasskey: ({ userId }) => db.everyTenant('people belong to no tenant', (tx) => passkeys.question(tx, userId)),

    async freshProof(caller, { password, ...shown }) {
      const { userId, sessionId, origin } = caller;
      if (password !== undefined) await proveOwnPassword(inside, caller, password);
      const refused = await db.everyTenant('people belong to no tenant', async (tx) => {
        const wrong = password === undefined ? await prove(tx, { userId, origin }, shown) : null;
        if (!wrong) await sessions.prove(tx, { sessionId, userId, showsFactor: password === undefined });
        return wrong;
      });
      if (refused) throw refused;
      return null;
    },
  };
}
