import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  type CustomFetch,
  type ServerMetadata,
} from 'openid-client';
import { OutsideFailure } from '#core/http/outside-fetch.port.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { SKEW_MS, type CompanyClaims } from './assertion.ts';
import { isThisMachine, isWebAddress, type IdentityProvider } from './idp-metadata.ts';
import type { OpenIdTie } from './messages.repo.ts';
import { openIdRefusal } from './openid-refusal.ts';
import { SsoRefused, refused } from './refusal.ts';
import type { Addresses } from './service-provider.ts';

/*
 * OpenID Connect, by the code flow. Rules:
 * 1. Every call to the provider goes through the guard of outgoing addresses, whatever its description names.
 * 2. The issuer is the very one an owner chose. Descriptions that stand for many companies at once ("common") are
 *    refused: with them anybody's company could vouch for ours.
 * 3. The ID token is believed for its signature, not because it came over TLS: keys are read anew at every sign-in, so
 *    that one the provider withdrew counts no more.
 * 4. State, nonce and PKCE tie the answer to one sign-in, which is spent before the provider is asked anything.
 */

type Outside = Pick<World, 'outside'>;

/** What we are to the provider. */
export interface OpenIdClient {
  idpEntityId: string;
  clientId: string;
  /** Opened. */
  clientSecret: string;
}

const MAX_BYTES = 300_000;
const DEFAULT_SCOPE = 'email profile';

const guarded =
  ({ outside }: Outside): CustomFetch =>
  async (url, { method, headers, body }) => {
    const answer = await outside({
      url,
      method: method as 'GET' | 'POST',
      headers,
      ...(body === null || body === undefined ? {} : { body: body instanceof Uint8Array ? body : String(body) }),
      // Not even to another address of the provider: what it describes is what is asked.
      maxRedirects: 0,
      httpsOnly: !isThisMachine(url),
      maxBytes: MAX_BYTES,
    });
    return new Response(answer.body.length > 0 ? Buffer.from(answer.body) : null, {
      status: answer.status,
      headers: answer.headers,
    });
  };

const describe = (world: Outside, issuer: URL): Promise<Configuration> =>
  discovery(issuer, 'nobody yet', undefined, undefined, {
    [customFetch]: guarded(world),
    timeout: 15,
    execute: isThisMachine(issuer.href) ? [allowInsecureRequests] : [],
  });

/** Reads how a provider describes itself. Throws `ssoMetadataUnreachable` and `ssoMetadataInvalid` with what is missing. */
export async function readIssuer(world: Outside, issuer: string): Promise<IdentityProvider> {
  const url = URL.parse(issuer);
  if (!url || !isWebAddress(issuer) || url.search || url.hash) throw new Failure('ssoMetadataInvalid', 'issuer');
  const server = await describe(world, url).then(
    (found) => found.serverMetadata(),
    (thrown: Error) => {
      const { cause } = thrown;
      throw cause instanceof OutsideFailure
        ? new Failure('ssoMetadataUnreachable', cause.reason)
        : new Failure('ssoMetadataInvalid', 'issuer');
    },
  );
  // Rule 2.
  if (URL.parse(server.issuer)?.href !== url.href) throw new Failure('ssoMetadataInvalid', 'issuer');
  const { authorization_endpoint: signInUrl = '', end_session_endpoint: logoutUrl } = server;
  if (!isWebAddress(signInUrl)) throw new Failure('ssoMetadataInvalid', 'authorization_endpoint');
  for (const name of ['token_endpoint', 'jwks_uri'] as const)
    if (!isWebAddress(server[name] ?? '')) throw new Failure('ssoMetadataInvalid', name);
  return {
    protocol: 'oidc',
    idpEntityId: server.issuer,
    signInUrl,
    logoutUrl: logoutUrl && isWebAddress(logoutUrl) ? logoutUrl : null,
    logoutResponseUrl: null,
    certificates: [],
  };
}

/** What a new sign-in is tied by. */
export const newTie = (): OpenIdTie => ({ nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() });

interface Asking {
  idpEntityId: string;
  signInUrl: string;
  clientId: string;
  scope: string;
}

/** The company's page, asked to say who somebody is. */
export async function openIdPage(
  { idpEntityId: issuer, signInUrl, clientId, scope }: Asking,
  { redirectUrl }: Addresses,
  state: string,
  { nonce, codeVerifier }: OpenIdTie,
): Promise<string> {
  const config = knownAs(clientId, { issuer, authorization_endpoint: signInUrl });
  const wanted = new Set(['openid', ...(scope || DEFAULT_SCOPE).split(' ').filter(Boolean)]);
  return buildAuthorizationUrl(config, {
    redirect_uri: redirectUrl,
    scope: [...wanted].join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  }).href;
}

/** Addresses that are longer are cut or refused on the way; the hint is what can be left out. */
const HINT_MAX = 4_000;

/** Where the company ends its own session: the hint tells it which, so that it need not ask the person. */
export const openIdLogout = (
  { idpEntityId: issuer, clientId }: Pick<OpenIdClient, 'idpEntityId' | 'clientId'>,
  logoutUrl: string,
  backTo: string,
  idToken: string | null,
): string =>
  buildEndSessionUrl(knownAs(clientId, { issuer, end_session_endpoint: logoutUrl }), {
    post_logout_redirect_uri: backTo,
    ...(idToken && idToken.length <= HINT_MAX ? { id_token_hint: idToken } : {}),
  }).href;

/** The library's view of us, as far as addresses for browsers need it. */
function knownAs(clientId: string, server: ServerMetadata): Configuration {
  const config = new Configuration(server, clientId);
  if (isThisMachine(server.issuer)) allowInsecureRequests(config);
  return config;
}

/** Fetches what the provider says about somebody, for the code in the address they came back with. Throws `SsoRefused`. */
export async function readOpenIdAnswer(
  { outside, clock }: Outside & Pick<World, 'clock'>,
  client: OpenIdClient,
  came: { address: URL; state: string; tie: OpenIdTie },
): Promise<CompanyClaims> {
  try {
    const config = clientOf(
      (await describe({ outside }, new URL(client.idpEntityId))).serverMetadata(),
      client,
      Math.round((clock.nowMs() - Date.now()) / 1_000),
    );
    config[customFetch] = guarded({ outside });
    const tokens = await authorizationCodeGrant(config, came.address, {
      pkceCodeVerifier: came.tie.codeVerifier,
      expectedState: came.state,
      expectedNonce: came.tie.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims() ?? refused('malformed');
    // Rule 2: the library lets one large provider name issuers by a pattern.
    if (claims.iss !== client.idpEntityId) refused('issuer');
    const more = config.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(config, tokens.access_token, claims.sub)
      : {};
    return {
      nameId: claims.sub,
      nameIdFormat: null,
      sessionIndex: null,
      attributes: textsOf({ ...more, ...claims }),
      idToken: tokens.id_token ?? null,
    };
  } catch (thrown) {
    throw thrown instanceof SsoRefused ? thrown : new SsoRefused(openIdRefusal(thrown));
  }
}

function clientOf(
  server: ServerMetadata,
  { clientId, clientSecret }: OpenIdClient,
  clockAheadSec: number,
): Configuration {
  // Where nothing is said it is the first, by the specification.
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const config = new Configuration(
    server,
    clientId,
    { [clockSkew]: clockAheadSec, [clockTolerance]: SKEW_MS / 1_000 },
    methods.includes('client_secret_basic') ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret),
  );
  enableNonRepudiationChecks(config);
  if (isThisMachine(server.issuer)) allowInsecureRequests(config);
  return config;
}

/** Claims as texts, as SAML's attributes are; what is neither text, number, yes or no says nothing to us. */
function textsOf(claims: Record<string, unknown>): Record<string, string[]> {
  const texts = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of Object.entries(claims)) {
    const claimTexts = [value]
      .flat()
      .filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
      .map(String)
      .filter((text) => text !== '' && !text.includes('\0'));
    if (claimTexts.length > 0) texts[name] = claimTexts;
  }
  return texts;
}
