import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { documentFor } from './page-document.ts';

const folder = mkdtempSync(join(tmpdir(), 'openseat-document-'));
const list = join(folder, 'page-files.json');
const listed = JSON.stringify({
  shell: ['assets/shell.js'],
  outside: ['assets/outside.js'],
  pages: { '/record': ['assets/record.js', 'assets/record.css'], '/customers/:id': ['assets/customer.js'] },
});
beforeEach(() => {
  rmSync(list, { force: true });
  writeFileSync(join(folder, 'index.html'), '<head><title>OpenSeat</title></head><body></body>');
});
afterAll(() => rmSync(folder, { recursive: true }));
const scriptsAt = (path: string, document = documentFor(folder)) =>
  Array.from(document(path).matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g), ([, file]) => file);

test('the document names no scripts where nobody wrote down which', () => {
  expect(scriptsAt('/home')).toEqual([]);
});

test('the document names the scripts and styles of the page it is asked for at, inside a session and before it', () => {
  writeFileSync(list, listed);
  expect(scriptsAt('/record')).toEqual(['/assets/shell.js', '/assets/record.js']);
  expect(scriptsAt('/customers/17')).toEqual(['/assets/shell.js', '/assets/customer.js']);
  expect(scriptsAt('/login')).toEqual(['/assets/outside.js']);
  expect(scriptsAt('/customers/17/notes')).toEqual([]);
  expect(documentFor(folder)('/record')).toContain('<link rel="stylesheet" crossorigin href="/assets/record.css">');
  expect(documentFor(folder)('/record')).toContain('<title>OpenSeat</title>');
});

test('a document that was asked for while pages were being built names its scripts once they are written down', () => {
  const document = documentFor(folder);
  const at = new Date();
  expect(scriptsAt('/login', document)).toEqual([]);
  writeFileSync(list, listed.slice(0, 40));
  utimesSync(list, at, at);
  expect(scriptsAt('/login', document)).toEqual([]);
  expect(document('/login')).toContain('<title>OpenSeat</title>');
  writeFileSync(list, listed);
  utimesSync(list, at, at);
  expect(scriptsAt('/login', document)).toEqual(['/assets/outside.js']);
});
