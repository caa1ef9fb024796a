import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { servePages } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'openseat-pages-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<script type="module" src="/assets/index-1.js"></script>');
afterAll(() => rmSync(folder, { recursive: true }));

test('[SHELL-34] the files of a page come from the host its origin names, or from where the page is', async () => {
  const app = fastify();
  servePages(app, folder, { 'http://seat.example': 'https://files.example' });
  const page = (host: string) => app.inject({ url: '/home', headers: { host } });
  const [named, other] = [await page('seat.example'), await page('test.example')];
  expect(named.body).toContain('src="https://files.example/assets/index-1.js"');
  expect(named.headers['content-security-policy']).toContain('https://files.example');
  expect(other.body).toContain('src="/assets/index-1.js"');
  expect(other.headers['content-security-policy']).not.toContain('files.example');
  await app.close();
});
