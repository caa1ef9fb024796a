import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Server } from 'node:http';
import type { InteropCase } from './case.ts';
import { freePort } from './product.ts';

const PACKAGE = 'oidc-provider@9';
const folder = join(tmpdir(), 'openseat-interop-packages');
const NADIA = 'nadia.openid@aurora.example';

/** A certified provider; kept out of the product's own packages, since nothing else needs it. */
export const openIdCase: InteropCase = {
  name: PACKAGE,

  async lacks() {
    if (isThere()) return null;
    mkdirSync(folder, { recursive: true });
    try {
      execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, PACKAGE], {
        stdio: 'ignore',
      });
    } catch {
      return `It is fetched by npm into ${folder}, which failed: is there a way to the registry?`;
    }
    return isThere() ? null : `It is not in ${folder}: delete the folder and try again.`;
  },

  async play(product) {
    const { redirectUrl } = await product.us();
    const issuer = `http://localhost:${await freePort()}`;
    const secret = randomBytes(24).toString('base64url');
    const server = await serve(issuer, { client_id: 'openseat', client_secret: secret, redirect_uris: [redirectUrl] });
    try {
      await product.setUp({ issuer, clientId: 'openseat', clientSecret: secret, scope: 'email profile groups' });
      const who = await product.signIn(({ body }) =>
        body.includes('name="login"') ? { prompt: 'login', login: NADIA, password: 'any' } : { prompt: 'consent' },
      );
      if (who.email !== NADIA) throw new Error(`somebody else came in: ${who.email}`);
      const end = await product.signOut(who.token);
      return [`${who.name} (${who.email}) came in as ${who.roleName}`, `the sign-out ends at ${end?.split('?')[0]}`];
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
};

const isThere = (): boolean => existsSync(join(folder, 'node_modules', 'oidc-provider', 'package.json'));

async function serve(issuer: string, client: object): Promise<Server> {
  const found = createRequire(join(folder, 'package.json')).resolve('oidc-provider');
  const { default: Provider } = (await import(pathToFileURL(found).href)) as {
    default: new (issuer: string, options: object) => { listen(port: number, host: string): Server };
  };
  const provider = new Provider(issuer, {
    clients: [client],
    claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: true, name: 'Nadia Flores', groups: ['service'] }),
    }),
  });
  return provider.listen(Number(new URL(issuer).port), 'localhost');
}
