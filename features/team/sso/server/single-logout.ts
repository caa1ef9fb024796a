import { inflateRaw } from 'node:zlib';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { ssoApi } from '../contract.ts';
import { momentOf, SKEW_MS } from './assertion.ts';
import { decodeMessage, utf8 } from './message-text.ts';
import { isFirst } from './messages.repo.ts';
import { openIdLogout } from './openid.ts';
import { SsoRefused, refused } from './refusal.ts';
import { addressesOf, asSigned, keyOf, samlOf, type Addresses } from './service-provider.ts';
import { checkSignatures, provenQuery, signatureOf } from './signatures.ts';
import { companyNamed, companyOf, type Company } from './sso.repo.ts';
import { attribute, childrenNamed, isNamed, onlyChild, parseStrict, textOf, type XmlElement } from './strict-xml.ts';

type LogoutHandlers = Pick<Handlers<typeof ssoApi>, 'slo' | 'sloForm' | 'logout'>;
type LogoutWorld = Pick<World, 'clock' | 'db' | 'publicUrl' | 'sessions'>;

const inflate = promisify(inflateRaw);
const MAX_BYTES = 300_000;
/** A request travels with the browser: an old one was kept by somebody. */
const MAX_AGE_MS = 5 * 60_000;
const SIGNED_OUT = { to: '/login?reason=signedOut' };

interface LogoutRequest {
  id: string;
  nameId: string;
  sessionIndexes: string[];
}

/** What the company calls a session of ours. */
interface KnownSession {
  nameID: string;
  nameIDFormat: string | null;
  sessionIndex: string | null;
  idToken: string | null;
}

/** Ending a sign-in on both sides, whoever begins. */
export function logoutHandlers(world: LogoutWorld): LogoutHandlers {
  const { db, clock, publicUrl, sessions } = world;
  const placesOf = (company: Company): Addresses => addressesOf(publicUrl, company.companyDomain);

  async function named(domain: string): Promise<Company> {
    const company = await db.everyTenant('a domain alone does not tell the tenant', (tx) => companyNamed(tx, domain));
    return company?.protocol === 'saml' ? company : notThere();
  }

  /** Ends the sessions the company means and answers it. */
  async function endSessions(
    company: Company,
    request: LogoutRequest,
    relayState: string | undefined,
  ): Promise<{ to: string }> {
    const { tenantId, logoutResponseUrl } = company;
    const key = await db.everyTenant('sessions belong to people', async (tx) => {
      if (!(await isFirst(tx, tenantId, request.id, clock.nowMs() + MAX_AGE_MS))) refused('replay');
      const { rows } = await sql<{ id: number }>`
        select s.id from sso_session o join session s on s.id = o.session_id where o.tenant_id = ${tenantId} and o.name_id = ${request.nameId} and s.ended_at is null
          and (${request.sessionIndexes.length === 0} or o.session_index = any(${request.sessionIndexes}))`.execute(
        tx.as(),
      );
      for (const { id } of rows) await sessions.end(tx, { sessionId: id });
      return keyOf(db, tx, tenantId);
    });
    if (!logoutResponseUrl) return SIGNED_OUT;
    const saml = samlOf(placesOf(company), { ...company, logoutUrl: logoutResponseUrl }, key);
    return {
      to: asSigned(await saml.getLogoutResponseUrlAsync({ ID: request.id } as never, relayState ?? '', {}, true)),
    };
  }

  async function answer(
    domain: string,
    hasRequest: boolean,
    read: (company: Company) => Promise<XmlElement>,
    relayState: string | undefined,
  ): Promise<{ to: string }> {
    const company = await named(domain);
    // An answer to us: our session ended before we asked, so nothing depends on it.
    if (!hasRequest) return SIGNED_OUT;
    try {
      return await endSessions(
        company,
        readRequest(await read(company), placesOf(company), company, clock.nowMs()),
        relayState,
      );
    } catch (thrown) {
      throw thrown instanceof SsoRefused ? new Failure('ssoRefused') : thrown;
    }
  }

  return {
    slo: (_visitor, { domain, SAMLRequest, RelayState }, { query }) =>
      answer(
        domain,
        SAMLRequest !== undefined,
        async ({ certificates }) => {
          const packed = Buffer.from(provenQuery(query, 'SAMLRequest', certificates), 'base64');
          return parseStrict(
            utf8(await inflate(packed, { maxOutputLength: MAX_BYTES }).catch(() => refused('malformed'))),
          );
        },
        RelayState,
      ),

    sloForm: (_visitor, { domain, SAMLRequest, RelayState }) =>
      answer(
        domain,
        SAMLRequest !== undefined,
        async (company) => {
          const xml = decodeMessage(SAMLRequest!);
          const request = parseStrict(xml);
          checkSignatures(request, [request]);
          if (signatureOf(request).length === 0) refused('unsigned');
          const key = await db.everyTenant('nobody is signed in', (tx) => keyOf(db, tx, company.tenantId));
          await samlOf(placesOf(company), company, key)
            .validatePostRequestAsync({ SAMLRequest: Buffer.from(xml).toString('base64') })
            .catch(() => refused('signature'));
          return request;
        },
        RelayState,
      ),

    async logout({ sessionId, tenantId, operation }) {
      operation.note(null);
      const { company, known, key } = await db.everyTenant('sessions belong to people', async (tx) => {
        const { rows } = await sql<KnownSession>`
          select name_id "nameID", name_id_format "nameIDFormat", session_index "sessionIndex", id_token "idToken" from sso_session where session_id = ${sessionId}`.execute(
          tx.as(),
        );
        await sessions.end(tx, { sessionId });
        return {
          known: rows[0],
          company: rows[0] ? await companyOf(tx, tenantId) : null,
          key: rows[0] ? await keyOf(db, tx, tenantId) : null,
        };
      });
      if (!known || !key || !company?.enabled || !company.logoutUrl) return { address: null };
      if (company.protocol === 'oidc')
        return { address: openIdLogout(company, company.logoutUrl, `${publicUrl}/login`, known.idToken) };
      const { nameID, nameIDFormat, sessionIndex } = known;
      const user = { nameID, nameIDFormat: nameIDFormat ?? UNSPECIFIED, ...(sessionIndex ? { sessionIndex } : {}) };
      return {
        address: asSigned(await samlOf(placesOf(company), company, key).getLogoutUrlAsync(user as never, '', {})),
      };
    },
  };
}

const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

function readRequest(
  request: XmlElement,
  { sloUrl }: Addresses,
  { idpEntityId }: Company,
  nowMs: number,
): LogoutRequest {
  if (!isNamed(request, 'protocol', 'LogoutRequest') || attribute(request, 'Version') !== '2.0') refused('malformed');
  if (textOf(onlyChild(request, 'assertion', 'Issuer')) !== idpEntityId) refused('issuer');
  if ((attribute(request, 'Destination') ?? sloUrl) !== sloUrl) refused('destination');
  const issuedMs = momentOf(attribute(request, 'IssueInstant') ?? refused('malformed'));
  if (issuedMs - SKEW_MS > nowMs) refused('early');
  const end = attribute(request, 'NotOnOrAfter');
  if (issuedMs + MAX_AGE_MS + SKEW_MS <= nowMs || (end !== null && momentOf(end) + SKEW_MS <= nowMs)) refused('late');
  return {
    id: attribute(request, 'ID') || refused('malformed'),
    nameId: textOf(onlyChild(request, 'assertion', 'NameID')),
    sessionIndexes: childrenNamed(request, 'protocol', 'SessionIndex').map(textOf),
  };
}

function notThere(): never {
  throw new Failure('ssoUnknownDomain');
}
