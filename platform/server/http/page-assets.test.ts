import { mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { servePageAssets } from './page-assets.ts';

const made: string[] = [];
afterEach(() => made.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

const SCRIPT = 'console.log("seat")';

function served() {
  const root = mkdtempSync(join(tmpdir(), 'openseat-assets-'));
  made.push(root);
  const folder = join(root, 'assets');
  mkdirSync(join(folder, 'inner'), { recursive: true });
  writeFileSync(join(root, 'secret.js'), 'secret');
  writeFileSync(join(folder, 'page-a1.js'), SCRIPT);
  writeFileSync(join(folder, 'page-a1.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'page-a1.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(folder, 'small-b2.css'), 'p{}');
  const app = fastify();
  servePageAssets(app, folder);
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  return { app, folder, get };
}

test('a file of a page is sent as small as the browser takes it, to be kept for good', async () => {
  const { get } = served();
  const coding = async (accepted: string) =>
    (await get('/assets/page-a1.js', { 'accept-encoding': accepted })).headers['content-encoding'];
  expect(await coding('gzip, deflate, br')).toBe('br');
  expect(await coding('gzip, deflate, br;q=0')).toBe('gzip');
  expect(await coding('identity')).toBeUndefined();
  const plain = await get('/assets/page-a1.js');
  expect(plain.body).toBe(SCRIPT);
  expect(plain.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  const unpacked = await get('/assets/small-b2.css', { 'accept-encoding': 'br' });
  expect([unpacked.body, unpacked.headers['content-encoding']]).toEqual(['p{}', undefined]);
});

test('a browser that has a file is told that it is the same', async () => {
  const { app, get } = served();
  const { etag } = (await get('/assets/page-a1.js')).headers;
  const again = await get('/assets/page-a1.js', { 'if-none-match': String(etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const head = await app.inject({ method: 'HEAD', url: '/assets/page-a1.js' });
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', String(SCRIPT.length)]);
});

test('[ASVS 4.3.2] files are had by their names alone: no folder is listed, and nothing outside it is a file', async () => {
  const { get } = served();
  for (const url of [
    '/assets/',
    '/assets/inner',
    '/assets/..%2Fsecret.js',
    '/assets/%2e%2e%2fsecret.js',
    '/assets/../secret.js',
    '/assets/none.js',
    '/assets/page-a1.js.br',
    '/assets/page-a1.js%00',
  ])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
});

test('a page that is open keeps its files when others are built, and finds new ones', async () => {
  const { folder, get } = served();
  expect((await get('/assets/page-c3.js')).statusCode).toBe(404);
  await get('/assets/page-a1.js');
  unlinkSync(join(folder, 'page-a1.js'));
  writeFileSync(join(folder, 'page-c3.js'), SCRIPT);
  expect((await get('/assets/page-a1.js')).body).toBe(SCRIPT);
  expect((await get('/assets/page-c3.js')).body).toBe(SCRIPT);
});
