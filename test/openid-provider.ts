import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose';

/** What somebody is to their company, as claims. */
export type OpenIdPerson = JWTPayload & { sub: string };

/** Everything an answer says; tests change one thing at a time. */
export interface OpenIdAnswer {
  claims: JWTPayload;
  nonce: string | undefined;
  issuer: string;
  audience: string | string[];
  expires: Date;
  signs: 'present' | 'withdrawn' | 'stranger' | 'nothing';
}

interface Code {
  answer: OpenIdAnswer;
  redirectUri: string;
  challenge: string;
}

export type OpenIdProvider = Awaited<ReturnType<typeof anOpenIdProvider>>;

async function aKey(): Promise<{ kid: string; key: CryptoKey; jwk: object }> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = randomBytes(6).toString('hex');
  return { kid, key: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}

/**
 * A company's OpenID provider: a page where people say who they are, codes that are good once, with PKCE, for whoever
 * knows the secret. `people` choose themselves on its page.
 */
export async function anOpenIdProvider(people: Record<string, OpenIdPerson> = {}) {
  const client = { id: 'openseat', secret: randomBytes(24).toString('base64url') };
  const keys = { present: await aKey(), withdrawn: await aKey(), stranger: await aKey() };
  const codes = new Map<string, Code>();
  const asked: string[] = [];
  const more = { description: {} as Record<string, unknown>, userInfo: null as Record<string, unknown> | null };
  const server = createServer((request, response) => {
    const url = new URL(request.url!, origin);
    asked.push(`${request.method} ${url.pathname}`);
    const json = (status: number, body: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/.well-known/openid-configuration') return json(200, description());
    if (url.pathname === '/jwks') return json(200, { keys: [keys.present.jwk] });
    if (url.pathname === '/userinfo') return json(200, more.userInfo ?? {});
    if (url.pathname === '/token')
      return void redeem(request).then(
        (tokens) => json(200, tokens),
        (problem: Error) => json(problem.message === 'invalid_client' ? 401 : 400, { error: problem.message }),
      );
    if (url.pathname === '/end') return void response.writeHead(200).end('Signed out of Aurora');
    if (url.pathname !== '/authorize') return void response.writeHead(404).end();
    const person = people[url.searchParams.get('as') ?? ''];
    if (person) return void response.writeHead(303, { location: answer(url.href, person) }).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
      `<!doctype html><title>Aurora identity</title>${Object.keys(people)
        .map((name) => `<p><a href="${url.href.replaceAll('&', '&amp;')}&amp;as=${name}">Sign in as ${name}</a></p>`)
        .join('')}`,
    );
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const description = () => ({
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/jwks`,
    end_session_endpoint: `${origin}/end`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    // A provider that offers unsigned tokens must not thereby have one taken.
    id_token_signing_alg_values_supported: ['RS256', 'none'],
    ...(more.userInfo ? { userinfo_endpoint: `${origin}/userinfo` } : {}),
    ...more.description,
  });

  /** Where the browser is sent back to, with a code for what `claims` say. */
  function answer(address: string, claims: OpenIdPerson, changed: Partial<OpenIdAnswer> = {}): string {
    const { searchParams: asks } = new URL(address);
    const code = randomBytes(12).toString('hex');
    if (asks.get('client_id') !== client.id || asks.get('code_challenge_method') !== 'S256')
      throw new Error('not as it was agreed');
    codes.set(code, {
      answer: {
        claims,
        nonce: asks.get('nonce') ?? undefined,
        issuer: origin,
        audience: client.id,
        expires: new Date(Date.now() + 300_000),
        signs: 'present',
        ...changed,
      },
      redirectUri: asks.get('redirect_uri')!,
      challenge: asks.get('code_challenge')!,
    });
    const back = new URL(asks.get('redirect_uri')!);
    back.search = new URLSearchParams({ code, state: asks.get('state')! }).toString();
    return back.href;
  }

  async function redeem(request: IncomingMessage): Promise<object> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const form = new URLSearchParams(Buffer.concat(parts).toString());
    const shown = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
    // Both are written as in a form, by the specification.
    const [id, secret] = shown.split(':').map((part) => decodeURIComponent(part));
    if (id !== client.id || secret !== client.secret) throw new Error('invalid_client');
    const found = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!found || found.challenge !== challenge || found.redirectUri !== form.get('redirect_uri'))
      throw new Error('invalid_grant');
    return { access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token: await idToken(found.answer) };
  }

  function idToken({ claims, nonce, issuer, audience, expires, signs }: OpenIdAnswer): Promise<string> | string {
    const payload = { ...claims, ...(nonce === undefined ? {} : { nonce }) };
    const fill = <T extends SignJWT | UnsecuredJWT>(token: T): T =>
      token.setIssuer(issuer).setAudience(audience).setExpirationTime(expires).setIssuedAt() as T;
    if (signs === 'nothing') return fill(new UnsecuredJWT(payload)).encode();
    const { kid, key } = keys[signs];
    return fill(new SignJWT(payload)).setProtectedHeader({ alg: 'RS256', kid }).sign(key);
  }

  return {
    origin,
    client,
    answer,
    /** What was asked of it: `POST /token`. */
    asked,
    /** Says more of itself, or something else. */
    describesItself: (description: Record<string, unknown>): void => void (more.description = description),
    /** What it says about the person it is asked about besides the token; null: nothing, and no place to ask. */
    answersUserInfo: (claims: Record<string, unknown> | null): void => void (more.userInfo = claims),
    /** Signs with a new key from now on; `withdrawn` is the old one. */
    async rotatesKeys(): Promise<void> {
      keys.withdrawn = keys.present;
      keys.present = await aKey();
    },
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
