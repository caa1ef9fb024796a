import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { selfSigned } from '#platform/server/self-signed.ts';
import type { InteropCase } from './case.ts';
import { freePort, type Product } from './product.ts';

const PAGES = '/usr/share/simplesamlphp/www';
const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const NADIA = 'nadia.saml@aurora.example';

/** The provider of Debian, on PHP's own server. */
export const samlCase: InteropCase = {
  name: 'SimpleSAMLphp',

  lacks: async () =>
    existsSync(PAGES) && spawnSync('php', ['--version']).status === 0
      ? null
      : 'It needs SimpleSAMLphp and PHP: apt-get install --no-install-recommends simplesamlphp php-cli php-xml php-mbstring',

  async play(product) {
    const port = await freePort();
    const home = mkdtempSync(join(tmpdir(), 'openseat-interop-saml-'));
    await configure(home, port, await product.us());
    const php = spawn('php', ['-d', `session.save_path=${home}`, '-S', `localhost:${port}`, '-t', PAGES], {
      stdio: 'ignore',
      env: { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: join(home, 'config') },
    });
    try {
      await product.setUp({ metadata: await metadataOf(`http://localhost:${port}/saml2/idp/metadata.php`) });
      const who = await product.signIn(({ body }) =>
        body.includes('name="username"') ? { username: 'nadia', password: 'secret' } : null,
      );
      if (who.email !== NADIA) throw new Error(`somebody else came in: ${who.email}`);
      const end = await product.signOut(who.token);
      return [`${who.name} (${who.email}) came in as ${who.roleName}`, `the sign-out ends at ${end?.split('?')[0]}`];
    } finally {
      if (php.kill()) await once(php, 'exit');
      rmSync(home, { recursive: true, force: true });
    }
  },
};

async function metadataOf(url: string): Promise<string> {
  for (let left = 100; left > 0; left -= 1) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return answer.text();
    if (answer) throw new Error(`${answer.status} ${(await answer.text()).replace(/<[^>]*>|\s+/g, ' ').slice(0, 800)}`);
    await pause(200);
  }
  throw new Error('PHP’s server did not start');
}

type Us = Awaited<ReturnType<Product['us']>>;

/** Its settings: one person, us as the only service, requests of ours believed by their signature alone. */
async function configure(home: string, port: number, { entityId, acsUrl, sloUrl, metadata }: Us): Promise<void> {
  for (const folder of ['config', 'metadata', 'cert', 'log', 'data', 'tmp']) mkdirSync(join(home, folder));
  const { key, cert } = await selfSigned('idp.aurora.example');
  const ourCertificate = /<X509Certificate>([^<]+)</.exec(metadata)![1]!;
  const files = {
    'cert/server.pem': key,
    'cert/server.crt': cert,
    'config/config.php': `<?php $config = ${php({
      baseurlpath: `http://localhost:${port}/`,
      certdir: join(home, 'cert/'),
      loggingdir: join(home, 'log/'),
      datadir: join(home, 'data/'),
      tempdir: join(home, 'tmp'),
      metadatadir: join(home, 'metadata/'),
      secretsalt: 'only for this trial',
      'auth.adminpassword': 'nobody signs in as it',
      'logging.handler': 'file',
      'enable.saml20-idp': true,
      'module.enable': { exampleauth: true, core: true, saml: true },
      'store.type': 'phpsession',
      'session.cookie.secure': false,
      'session.phpsession.savepath': home,
      'metadata.sources': [{ type: 'flatfile' }],
      'language.default': 'en',
    })};`,
    'config/authsources.php': `<?php $config = ${php({
      people: {
        0: 'exampleauth:UserPass',
        'nadia:secret': { mail: [NADIA], displayName: ['Nadia Flores'], groups: ['service'] },
      },
    })};`,
    'metadata/saml20-idp-hosted.php': `<?php $metadata['http://localhost:${port}/idp'] = ${php({
      host: '__DEFAULT__',
      privatekey: 'server.pem',
      certificate: 'server.crt',
      auth: 'people',
      NameIDFormat: EMAIL,
      authproc: { 3: { class: 'saml:AttributeNameID', attribute: 'mail', Format: EMAIL } },
    })};`,
    'metadata/saml20-sp-remote.php': `<?php $metadata['${entityId}'] = ${php({
      AssertionConsumerService: acsUrl,
      SingleLogoutService: sloUrl,
      NameIDFormat: EMAIL,
      'validate.authnrequest': true,
      'redirect.validate': true,
      certData: ourCertificate,
    })};`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
}

/** A value as PHP writes it. */
function php(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(php).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `[${Object.entries(value)
      .map(([name, inner]) => `${/^\d+$/.test(name) ? name : php(name)} => ${php(inner)}`)
      .join(', ')}]`;
  return typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : String(value);
}
