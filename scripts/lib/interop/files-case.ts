import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startForeignStore, type ForeignStore } from '#adapters/files/s3/foreign-store.fixture.ts';
import { failures } from '#shared/errors.ts';
import type { InteropCase } from './case.ts';
import { freePort, type Product } from './product.ts';

const PACKAGE = '@20minutes/s3rver@5';
const packages = join(tmpdir(), 'openseat-interop-packages');

let home = '';
let objects = '';
let port = 0;
let store: ForeignStore | null = null;
let settings: Record<string, string> = {};

/** A store that speaks S3 and that others wrote; kept out of the product's own packages, since nothing else needs it. */
export const filesCase: InteropCase = {
  name: 'files',

  async lacks() {
    if (isThere()) return null;
    mkdirSync(packages, { recursive: true });
    try {
      execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', packages, PACKAGE], {
        stdio: 'ignore',
      });
    } catch {
      return `${PACKAGE} is fetched by npm into ${packages}, which failed: is there a way to the registry?`;
    }
    return isThere() ? null : `${PACKAGE} is not in ${packages}: delete the folder and try again.`;
  },

  async env() {
    home = mkdtempSync(join(tmpdir(), 'openseat-interop-files-'));
    chmodSync(home, 0o755);
    objects = join(home, 'store');
    port = await freePort();
    store = await startForeignStore(packages, objects, port);
    const { url, keyId, secret } = store.account;
    settings = {
      DATA_DIR: join(home, 'data'),
      FILES: 's3',
      FILES_S3_URL: url,
      FILES_S3_KEY_ID: keyId,
      FILES_S3_SECRET: secret,
      FILES_S3_PREFIX: 'house/',
    };
    return settings;
  },

  async play(product) {
    try {
      return [portSuite(), ...(await keepsAndReads(product)), ...(await survives(product)), ...(await moves(product))];
    } finally {
      await store?.stop();
      rmSync(home, { recursive: true, force: true });
    }
  },
};

const isThere = (): boolean => existsSync(join(packages, 'node_modules', '@20minutes', 's3rver', 'package.json'));

function portSuite(): string {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join('node_modules', 'vitest', 'vitest.mjs'), 'run', 'adapters/files/s3/s3-foreign.test.ts', '--retry=0'],
    { env: { ...process.env, S3_STORE_PACKAGES: packages, NO_COLOR: '1' }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the suite of files failed\n${stdout}`);
  return `the suite of files: ${/Tests\s+(.*)/.exec(stdout)?.[1]?.trim()}`;
}

const WORD = 'a word nobody may find where it lies';
const text = Buffer.from(`${WORD} `.repeat(6_000));

async function upload(product: Product): Promise<{ code: number; url: string }> {
  const form = new FormData();
  form.append('purpose', 'attachment');
  form.append('file', new File([text], 'words.txt'));
  const response = await fetch(`${product.origin}/admin/saas_plat/file/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await ownerToken(product)}` },
    body: form,
  });
  const { code, data } = (await response.json()) as { code: number; data: { url: string } | null };
  return { code, url: data?.url ?? '' };
}

let token = '';
async function ownerToken(product: Product): Promise<string> {
  token ||= (
    await product.ask<{ token: string }>('PUT', '/admin/saas_plat/user/login', {
      email: 'owner@aurora.example',
      password: 'openseat-demo',
    })
  ).token;
  return token;
}

async function read(product: Product, url: string, range?: string): Promise<{ status: number; bytes: Buffer }> {
  const response = await fetch(`${product.origin}${url}`, {
    headers: { authorization: `Bearer ${await ownerToken(product)}`, ...(range ? { range } : {}) },
  });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

let kept = '';

async function keepsAndReads(product: Product): Promise<string[]> {
  const { code, url } = await upload(product);
  if (code !== 0) throw new Error(`an upload was refused: ${code}`);
  kept = url;
  await assertReads(product);
  const part = await read(product, url, 'bytes=100000-100099');
  if (part.status !== 206 || !part.bytes.equals(text.subarray(100_000, 100_100)))
    throw new Error(`a part came back as ${part.status}, ${part.bytes.length} bytes`);
  const files = filesIn(objects);
  if (files.length === 0) throw new Error('nothing lies in the store');
  if (files.some((file) => readFileSync(file).includes(WORD))) throw new Error('the store holds what was written');
  return [`${files.length} files of the demo and an upload lie in the store, sealed; whole and parts come back`];
}

async function assertReads(product: Product): Promise<void> {
  const { status, bytes } = await read(product, kept);
  if (status !== 200 || !bytes.equals(text)) throw new Error(`the file came back as ${status}, ${bytes.length} bytes`);
}

async function survives(product: Product): Promise<string[]> {
  await store!.stop();
  const { code } = await upload(product);
  if (code !== failures.filesAway.code) throw new Error(`an upload without a store answered ${code}`);
  const { status } = await read(product, kept);
  if (status !== 503) throw new Error(`a file without a store answered ${status}`);
  store = await startForeignStore(packages, objects, port);
  await assertReads(product);
  if ((await upload(product)).code !== 0) throw new Error('after the store was back an upload was refused');
  return ['a store that went away is said to be away, and goes on when it is back'];
}

async function moves(product: Product): Promise<string[]> {
  const seen: string[] = [];
  for (const to of ['folder', 's3']) {
    // Not waited for in vain: the store is in this process.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join('apps', 'server', 'move-files.ts'), '--to', to, ...(to === 's3' ? ['--seal-anew'] : [])],
      { env: { ...process.env, ...settings, FILES: to } },
    );
    await assertReads(product);
    const left = filesIn(to === 's3' ? join(settings['DATA_DIR']!, 'files') : objects);
    if (left.length > 0) throw new Error(`after moving to ${to} ${left.length} files were where they had been`);
    seen.push(stdout.trim().split('\n').at(-1)!);
  }
  return [`with the product running: ${seen.join(' ')}`];
}

/** Files of a folder and those below; what the store keeps besides each is not counted. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && (folder !== objects || entry.name.endsWith('_object')))
    .map((entry) => join(entry.parentPath, entry.name));
}
