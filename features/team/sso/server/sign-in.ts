import { sql } from 'kysely';
import { enterByCompany } from '#features/team/account/server/index.ts';
import type { Origin } from '#platform/server/http/caller.ts';
import type { Departure, Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { COMPANY_CODE, COMPANY_VERIFIER, RETURN_TO } from '#shared/company-sign-in.ts';
import { Failure } from '#shared/errors.ts';
import type { ssoApi, SsoProtocol, SsoRefusal } from '../contract.ts';
import { companyPage } from './company-page.ts';
import { giveCode, takeCode } from './messages.repo.ts';
import { applyGifts } from './member-gifts.ts';
import { admit, newcomerOf, type Newcomer } from './newcomers.ts';
import { ownPage } from './own-page.ts';
import { SsoRefused, refused } from './refusal.ts';
import { companyNamed, companyOf, noteOutcome, type Company } from './sso.repo.ts';
import { takeOpenIdAnswer, takeSamlAnswer } from './take-answer.ts';

type SignInWorld = Pick<World, 'clock' | 'db' | 'log' | 'outside' | 'publicUrl' | 'sessions'>;
type SignInHandlers = Pick<Handlers<typeof ssoApi>, 'start' | 'acs' | 'openid' | 'exchange' | 'isExist'>;

/** From the sign-in page to the company and back, as a session. */
export function signInHandlers(world: SignInWorld): SignInHandlers {
  const { db, clock, log } = world;

  /** The company of a domain, if it speaks that way. */
  async function speaking(protocol: SsoProtocol, domain: string): Promise<Company> {
    const company = await db.everyTenant('a domain alone does not tell the tenant', (tx) => companyNamed(tx, domain));
    if (company?.protocol !== protocol) throw new Failure('ssoUnknownDomain');
    return company;
  }

  /** Seats and groups of agents, apart from coming in: whoever finds no seat left is in all the same. */
  async function giveBesides(
    { company, userId, newcomer }: { company: Company; userId: number; newcomer: Newcomer },
    origin: Origin,
  ): Promise<void> {
    const { tenantId } = company;
    const member = { tenantId, userId, name: newcomer.name };
    if (!(await applyGifts(world, company, member, async () => newcomer.groups, origin)))
      log.warn({ tenantId, userId }, 'no seat left for what the company’s groups give');
  }

  /** Sends the browser on with a one-time code, or tells person and settings page why there is none. */
  async function landed(company: Company, kept: () => Promise<Record<string, string>>): Promise<Departure> {
    try {
      return { to: '/company', keep: await kept() };
    } catch (thrown) {
      if (!(thrown instanceof SsoRefused)) throw thrown;
      await noteRefusal(world, company.tenantId, thrown.why);
      throw new Failure(thrown.why === 'unsolicited' || thrown.why === 'replay' ? 'ssoStartAgain' : 'ssoRefused');
    }
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

    async acs(_visitor, { domain, SAMLResponse, RelayState }) {
      const company = await speaking('saml', domain);
      return landed(company, () =>
        db.everyTenant('nobody is signed in yet', async (tx) => {
          const taken = await takeSamlAnswer(world, tx, company, SAMLResponse ?? refused('malformed'));
          if (!taken.begun.isTrial && !company.enabled) throw new Failure('ssoUnknownDomain');
          const code = { [COMPANY_CODE]: await giveCode(tx, taken.begun, taken.claims, clock.nowMs()) };
          return taken.verifier === null ? code : { ...code, ...forStrangeTab(taken.verifier, RelayState) };
        }),
      );
    },

    async openid(_visitor, { domain, state }, { query }) {
      const company = await speaking('oidc', domain);
      return landed(company, async () => {
        const { begun, claims } = await takeOpenIdAnswer(world, company, state ?? refused('unsolicited'), query);
        return db.everyTenant('nobody is signed in yet', async (tx) => ({
          [COMPANY_CODE]: await giveCode(tx, begun, claims, clock.nowMs()),
        }));
      });
    },

    async exchange({ origin }, { code, verifier, deviceUniqueIdentification }) {
      const begun = await db.everyTenant('a code alone does not tell the tenant', (tx) =>
        takeCode(tx, code, verifier, clock.nowMs()),
      );
      if (!begun) throw new Failure('ssoStartAgain');
      const { tenantId, isTrial, claims } = begun;
      try {
        const { admitted, ...answer } = await db.everyTenant('a sign-in may make a person', async (tx) => {
          const company = await companyOf(tx, tenantId);
          if (!company || !(company.enabled || isTrial)) throw new Failure('ssoUnknownDomain');
          const newcomer = await newcomerOf(tx, company, claims);
          await noteOutcome(tx, tenantId, null, clock.nowMs());
          if (isTrial)
            return {
              token: null,
              admitted: null,
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
          await sql`insert into sso_session (session_id, tenant_id, name_id, name_id_format, session_index, id_token)
            values (${sessionId}, ${tenantId}, ${claims.nameId}, ${claims.nameIdFormat}, ${claims.sessionIndex}, ${claims.idToken ?? null})`.execute(
            tx.as(),
          );
          return { token, tried: null, admitted: { company, userId, newcomer } };
        });
        if (admitted) await giveBesides(admitted, origin);
        return answer;
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

/** What a tab needs that did not begin: the verifier it could not make, and where the company wants the person. */
function forStrangeTab(verifier: string, relayState: string | undefined): Record<string, string> {
  const page = ownPage(relayState);
  return { [COMPANY_VERIFIER]: verifier, ...(page ? { [RETURN_TO]: page } : {}) };
}

async function noteRefusal(
  { db, clock, log }: Pick<World, 'db' | 'clock' | 'log'>,
  tenantId: number,
  why: SsoRefusal,
): Promise<void> {
  log.warn({ tenantId, why }, 'answer of an identity provider refused');
  await db.everyTenant('nobody is signed in yet', (tx) => noteOutcome(tx, tenantId, why, clock.nowMs()));
}
