import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { selfSigned } from '#platform/server/self-signed.ts';
import type { InteropCase } from './case.ts';
import { freePort, type Product } from './product.ts';

const HOME = '/usr/share/simplesamlphp';
const PAGES = join(HOME, 'www');
const BEFORE = 'before.php';
const MODERN = 'modern.php';
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
    await product.makeEncryptionKey();
    const us = await product.us();
    await configure(home, port, us);
    // Its files change while it runs; a cache would look at them again seconds later.
    const settings = { 'session.save_path': home, auto_prepend_file: join(home, BEFORE), 'opcache.enable': '0' };
    const php = spawn(
      'php',
      [
        ...Object.entries(settings).flatMap(([name, value]) => ['-d', `${name}=${value}`]),
        '-S',
        `localhost:${port}`,
        '-t',
        PAGES,
      ],
      { stdio: 'ignore', env: { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: join(home, 'config') } },
    );
    try {
      const idp = `http://localhost:${port}/saml2/idp`;
      const metadata = await metadataOf(`${idp}/metadata.php`);
      await product.setUp({ metadata, fromProvider: true });
      const who = nadia(await product.signIn(fillIn));
      const end = await product.signOut(who.token);
      const begunThere = new URLSearchParams({ spentityid: us.entityId, RelayState: '/record' });
      const there = nadia(await product.signInFrom(`${idp}/SSOService.php?${begunThere}`, fillIn));
      return [
        `${who.name} (${who.email}) came in as ${who.roleName}`,
        `the sign-out ends at ${end?.split('?')[0]}`,
        `${there.name} came in, begun at the provider`,
        ...(await encrypted(product, home, metadata, us)),
      ];
    } finally {
      if (php.kill()) await once(php, 'exit');
      rmSync(home, { recursive: true, force: true });
    }
  },
};

const fillIn = ({ body }: { body: string }): Record<string, string> | null =>
  body.includes('name="username"') ? { username: 'nadia', password: 'secret' } : null;

function nadia<Who extends { email: string }>(who: Who): Who {
  if (who.email !== NADIA) throw new Error(`somebody else came in: ${who.email}`);
  return who;
}

/** As it comes, it encrypts with AES-CBC in a response it signs; with its own AES-GCM somebody comes in as well. */
async function encrypted(product: Product, home: string, metadata: string, us: Us): Promise<string[]> {
  await product.setUp({ metadata, encryptedOnly: true });
  writeFileSync(join(home, 'metadata/saml20-sp-remote.php'), describeUs(us, true));
  const asItComes = nadia(await product.signIn(fillIn));
  writeFileSync(join(home, MODERN), modernCode());
  const who = nadia(await product.signIn(fillIn));
  return [
    `${asItComes.name} came in, encrypted with AES-CBC in a signed response, as it comes`,
    `${who.name} came in, encrypted with AES-GCM, for which its code was changed in one place`,
  ];
}

/**
 * Version 1.19 can encrypt with AES-GCM and has no setting that says so: the name of the method stands in its code. This
 * is that code with the other name.
 */
function modernCode(): string {
  const code = readFileSync(join(HOME, 'vendor/simplesamlphp/saml2/src/SAML2/EncryptedAssertion.php'), 'utf8');
  const changed = code.replace('XMLSecurityKey::AES128_CBC)', 'XMLSecurityKey::AES256_GCM)');
  if (changed === code) throw new Error('SimpleSAMLphp chooses its encryption elsewhere than in 1.19');
  return changed;
}

/** Read before its pages: the changed code, once it is there, in place of its own. */
const before = (changed: string): string =>
  `<?php if (file_exists('${changed}')) { require_once '${HOME}/lib/_autoload.php'; require_once '${changed}'; }`;

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
async function configure(home: string, port: number, us: Us): Promise<void> {
  for (const folder of ['config', 'metadata', 'cert', 'log', 'data', 'tmp']) mkdirSync(join(home, folder));
  const { key, cert } = await selfSigned('idp.aurora.example');
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
    'metadata/saml20-sp-remote.php': describeUs(us, false),
    [BEFORE]: before(join(home, MODERN)),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
}

/** What it knows about us, and whether it encrypts for us. */
function describeUs({ entityId, acsUrl, sloUrl, metadata }: Us, encrypts: boolean): string {
  const keys = [...metadata.matchAll(/use="(\w+)">.*?<X509Certificate>([^<]+)</g)].map(([, use, X509Certificate]) => ({
    type: 'X509Certificate',
    signing: use === 'signing',
    encryption: use === 'encryption',
    X509Certificate,
  }));
  return `<?php $metadata['${entityId}'] = ${php({
    AssertionConsumerService: acsUrl,
    SingleLogoutService: sloUrl,
    NameIDFormat: EMAIL,
    'validate.authnrequest': true,
    'redirect.validate': true,
    'assertion.encryption': encrypts,
    keys,
  })};`;
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
