import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SipPhoneAccount } from '#features/team/agents/contract/roster.ts';
import { COMPANY_CODE, COMPANY_VERIFIER } from '#shared/company-sign-in.ts';
import { journeyPort } from '#test/journeys/port.ts';
import { openBrowser } from './browser.ts';

const AT = '/admin/saas_plat';
const OWNER = { email: 'owner@aurora.example', password: 'openseat-demo' };
export const DOMAIN = 'aurora.example';
const START_MS = 180_000;

interface Person {
  email: string;
  name: string;
  roleName: string;
}

/** Nobody came in; `why` is what the settings page tells. */
class NotIn extends Error {
  readonly why: string;
  constructor(url: string, why: string) {
    super(`No code, but ${url}: ${why}`);
    this.why = why;
  }
}

export type Product = Awaited<ReturnType<typeof startProduct>>;

/** A port nobody has. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Firefox sends no sound to 127.0.0.1, whoever listens there: it is heard at an address of this machine that others know. */
const ownAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

/** The product as a newcomer starts it, with the demo, on data that goes away with it; `env` is what somebody set besides. */
export async function startProduct(env: Readonly<Record<string, string>> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'openseat-interop-'));
  // PostgreSQL runs as another account when we are root; it must be able to enter.
  chmodSync(home, 0o755);
  const port = journeyPort();
  const origin = `http://localhost:${port}`;
  const address = ownAddress();
  const server = spawn(process.execPath, [join('apps', 'server', 'main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // The providers are on this machine.
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: home,
      DEMO: '1',
      ALLOW_PRIVATE_ADDRESSES: '1',
      SIP_PHONE_UDP_PORT: '0',
      SIP_PHONE_TCP_PORT: '0',
      SIP_PHONE_BIND: '127.0.0.1',
      SIP_PHONE_ADDRESS: '127.0.0.1',
      ...(address ? { MEDIA_BIND: address } : {}),
      ...env,
    },
  });
  const deadline = Date.now() + START_MS;
  while (!(await fetch(`${origin}/api/echo`).catch(() => null))?.ok) {
    if (Date.now() > deadline || server.exitCode !== null) throw new Error('The product did not start.');
    await pause(300);
  }

  const api = <Data>(token: string | null, method: string, path: string, body?: object): Promise<Data> =>
    ask(token, method, `${AT}${path}`, body);

  async function ask<Data>(token: string | null, method: string, path: string, body?: object): Promise<Data> {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { code, data, msg } = (await response.json()) as { code: number; data: Data; msg: string };
    if (code !== 0) throw new Error(`${method} ${path}: ${code} ${msg}`);
    return data;
  }
  const { token: owner } = await api<{ token: string }>(null, 'PUT', '/user/login', OWNER);

  return {
    origin,
    /** Asks as the owner, or as whoever has the token. */
    ask: <Data>(method: string, path: string, body?: object, token = owner): Promise<Data> =>
      ask(token, method, path, body),
    /** What a provider has to know about us. */
    us: () =>
      api<{ entityId: string; acsUrl: string; sloUrl: string; redirectUrl: string; metadata: string }>(
        owner,
        'GET',
        '/sso_config/sp',
      ),

    /** Sets up the company's sign-in in place of the one before. */
    async setUp(provider: object, roleAttribute = 'groups'): Promise<void> {
      await api(owner, 'DELETE', '/sso_config').catch(() => null);
      const roles = await api<{ id: number; name: string; systemId: number }[]>(owner, 'GET', '/role/list');
      const agent = roles.find(({ name }) => name === 'Agent') ?? roles.find(({ systemId }) => systemId === 5)!;
      await api(owner, 'POST', '/sso_config', {
        companyDomain: DOMAIN,
        emailDomains: [DOMAIN],
        emailAttribute: '',
        nameAttribute: '',
        roleAttribute,
        roleMappings: [{ value: 'service', roleIds: [agent.id], voiceSeat: true }],
        defaultRoleIds: [],
        passwordSignIn: 'everyone',
        enabled: true,
        version: 0,
        ...provider,
      });
    },

    /** The whole way of a browser; `atProvider` fills in what the provider's pages ask. Answers who came in. */
    async signIn(atProvider: Parameters<typeof openBrowser>[1]): Promise<Person & { token: string }> {
      const verifier = randomBytes(24).toString('base64url');
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      return cameIn(atProvider, `${origin}${AT}/sso/${DOMAIN}/start?challenge=${challenge}`, verifier);
    },

    /** The same, begun at an address of the provider. */
    signInFrom: (address: string, atProvider: Parameters<typeof openBrowser>[1]) => cameIn(atProvider, address, null),

    /** Gives an agent of the demo a desk phone; what to type into it. */
    async deskPhone() {
      const agents = '/cc/api/agent/v1';
      const { list } = await ask<{ list: { userId: number; sipNum: string }[] }>(owner, 'POST', `${agents}/page`, {});
      const { userId } = list.find(({ sipNum }) => sipNum !== '')!;
      return ask<SipPhoneAccount>(owner, 'POST', `${agents}/deviceChange`, { userId, device: 'sipPhone' });
    },

    /** Waits until a phone is registered, as its metrics tell. */
    async isRegistered(patienceMs: number): Promise<boolean> {
      for (const endMs = Date.now() + patienceMs; Date.now() < endMs; await pause(200))
        if (/^openseat_exchange_registrations [1-9]/m.test(await (await fetch(`${origin}/metrics`)).text()))
          return true;
      return false;
    },

    /** Makes a key for the provider to encrypt for. */
    makeEncryptionKey: () => api(owner, 'POST', '/sso_config/encryption_key', {}),

    /** Where the company ends its own session. */
    signOut: async (token: string): Promise<string | null> =>
      (await api<{ address: string | null }>(token, 'POST', '/sso/logout', {})).address,

    async stop(): Promise<void> {
      server.kill('SIGTERM');
      await once(server, 'exit');
      rmSync(home, { recursive: true, force: true });
    },
  };

  /** Goes where `address` leads; what the tab kept, or was given, opens the session. */
  async function cameIn(
    atProvider: Parameters<typeof openBrowser>[1],
    address: string,
    verifier: string | null,
  ): Promise<Person & { token: string }> {
    const landed = await openBrowser(origin, atProvider).goTo(address);
    const kept = (name: string): string | undefined =>
      new RegExp(`"${name.replaceAll('.', '\\.')}","([\\w-]+)"`).exec(landed.body)?.[1];
    const code = kept(COMPANY_CODE);
    if (!code) throw new NotIn(landed.url, await problem());
    const { token } = await api<{ token: string }>(null, 'POST', '/sso/exchange', {
      code,
      verifier: verifier ?? kept(COMPANY_VERIFIER),
    });
    const { email, tenantNickName, roleName } = await api<{
      email: string;
      tenantNickName: string;
      roleName: string;
    }>(token, 'GET', '/user/info');
    return { token, email, name: tenantNickName, roleName };
  }

  /** What the settings page tells. */
  async function problem(): Promise<string> {
    const config = await api<{ problem: { why: string } | null }>(owner, 'GET', '/sso_config');
    return config.problem?.why ?? 'nothing told';
  }
}
