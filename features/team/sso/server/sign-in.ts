import { sql } from 'kysely';
import { enterByCompany } from '#features/team/account/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { COMPANY_CODE } from '#shared/company-sign-in.ts';
import { Failure } from '#shared/errors.ts';
import type { ssoApi, SsoRefusal } from '../contract.ts';
import { readAnswer, type Claims } from './assertion.ts';
import { beginRequest, giveCode, isFirst, takeCode, takeRequest, type Begun } from './messages.repo.ts';
import { admit, newcomerOf } from './newcomers.ts';
import { Refused, refused } from './refusal.ts';
import { addressesOf, asSigned, keyOf, samlOf } from './service-provider.ts';
import { companyNamed, companyOf, noteOutcome, type Company } from './sso.repo.ts';

export type SignInWorld = Pick<World, 'clock' | 'db' | 'log' | 'publicUrl' | 'sessions'>;
type SignInHandlers = Pick<Handlers<typeof ssoApi>, 'start' | 'acs' | 'exchange' | 'isExist'>;

/** From the sign-in page to the company and back, as a session. */
export function signInHandlers(world: SignInWorld): SignInHandlers {
  const { db, clock, publicUrl } = world;

  /** Takes the company's word once: the request it answers and the assertion itself are spent. */
  async function takeAnswer(tx: Tx, company: Company, encoded: string): Promise<{ begun: Begun; claims: Claims }> {
    const expected = {
      ...addressesOf(publicUrl, company.companyDomain),
      idpEntityId: company.idpEntityId,
      nowMs: clock.nowMs(),
    };
    const saml = samlOf(expected, company, await keyOf(db, tx, company.tenantId));
    const { id, inResponseTo, expiresMs, nameId, nameIdFormat, sessionIndex, attributes } = await readAnswer(
      saml,
      encoded,
      expected,
    );
    if (!(await isFirst(tx, company.tenantId, id, expiresMs, clock.nowMs()))) refused('replay');
    const begun = (await takeRequest(tx, company.tenantId, inResponseTo, clock.nowMs())) ?? refused('unsolicited');
    return { begun, claims: { nameId, nameIdFormat, sessionIndex, attributes } };
  }

  return {
    isExist: (_visitor, { company_domain }) =>
      db.everyTenant('a domain alone does not tell the tenant', async (tx) => ({
        is_exist: (await companyNamed(tx, company_domain))?.enabled ?? false,
      })),

    async start(_visitor, { domain, challenge }) {
      const company = await db.everyTenant('a domain alone does not tell the tenant', (tx) => companyNamed(tx, domain));
      if (!company?.enabled) throw new Failure('ssoUnknownDomain');
      // Somebody came by a bookmark: the page makes what ties the answer to this tab.
      if (!challenge) return { to: `/company?domain=${encodeURIComponent(company.companyDomain)}` };
      return { to: await companyPage(world, company, { tenantId: company.tenantId, challenge, isTrial: false }) };
    },

    async acs(_visitor, { domain, SAMLResponse }) {
      const company = await db.everyTenant('a domain alone does not tell the tenant', (tx) => companyNamed(tx, domain));
      if (!company) throw new Failure('ssoUnknownDomain');
      try {
        const code = await db.everyTenant('nobody is signed in yet', async (tx) => {
          const { begun, claims } = await takeAnswer(tx, company, SAMLResponse ?? refused('malformed'));
          if (!begun.isTrial && !company.enabled) throw new Failure('ssoUnknownDomain');
          return giveCode(tx, begun, claims, clock.nowMs());
        });
        return { to: '/company', keep: { [COMPANY_CODE]: code } };
      } catch (thrown) {
        if (!(thrown instanceof Refused)) throw thrown;
        await noteRefusal(world, company.tenantId, thrown.why);
        throw new Failure(thrown.why === 'unsolicited' || thrown.why === 'replay' ? 'ssoStartAgain' : 'ssoRefused');
      }
    },

    async exchange({ origin }, { code, verifier, deviceUniqueIdentification }) {
      const begun = await db.everyTenant('a code alone does not tell the tenant', (tx) =>
        takeCode(tx, code, verifier, clock.nowMs()),
      );
      if (!begun) throw new Failure('ssoStartAgain');
      const { tenantId, isTrial, claims } = begun;
      try {
        return await db.everyTenant('a sign-in may make a person', async (tx) => {
          const company = await companyOf(tx, tenantId);
          if (!company || !(company.enabled || isTrial)) throw new Failure('ssoUnknownDomain');
          const newcomer = await newcomerOf(tx, company, claims);
          await noteOutcome(tx, tenantId, null, clock.nowMs());
          if (isTrial)
            return {
              token: null,
              tried: { email: newcomer.email, name: newcomer.name, roles: newcomer.roles.map(({ name }) => name) },
            };
          const userId = await admit(world, tx, company, newcomer);
          const { token, sessionId } = await enterByCompany(
            world,
            tx,
            { userId, tenantId },
            origin,
            deviceUniqueIdentification,
          );
          await sql`insert into sso_session (session_id, tenant_id, name_id, name_id_format, session_index)
            values (${sessionId}, ${tenantId}, ${claims.nameId}, ${claims.nameIdFormat}, ${claims.sessionIndex})`.execute(
            tx.as(),
          );
          return { token, tried: null };
        });
      } catch (thrown) {
        const why =
          thrown instanceof Failure
            ? ({ ssoEmailRefused: 'email', ssoNoRole: 'role' } as Partial<Record<string, SsoRefusal>>)[thrown.name]
            : undefined;
        if (why) await noteRefusal(world, tenantId, why);
        throw thrown;
      }
    },
  };
}

/** Keeps that a sign-in begins, and answers the company's page with our signed request. */
export async function companyPage(
  { db, clock, publicUrl }: Pick<World, 'clock' | 'db' | 'publicUrl'>,
  company: Company,
  begun: Begun,
): Promise<string> {
  const { id, key } = await db.everyTenant('nobody is signed in yet', async (tx) => ({
    id: await beginRequest(tx, begun, clock.nowMs()),
    key: await keyOf(db, tx, company.tenantId),
  }));
  // What comes back beside the answer is never believed: the id only shows in the provider's logs which sign-in it was.
  return asSigned(
    await samlOf(addressesOf(publicUrl, company.companyDomain), company, key, id).getAuthorizeUrlAsync(
      id,
      undefined,
      {},
    ),
  );
}

async function noteRefusal(
  { db, clock, log }: Pick<World, 'db' | 'clock' | 'log'>,
  tenantId: number,
  why: SsoRefusal,
): Promise<void> {
  log.warn({ tenantId, why }, 'answer of an identity provider refused');
  await db.everyTenant('nobody is signed in yet', (tx) => noteOutcome(tx, tenantId, why, clock.nowMs()));
}
