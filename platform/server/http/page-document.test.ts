import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { documentFor } from './page-document.ts';

const folder = mkdtempSync(join(tmpdir(), 'openseat-document-'));
writeFileSync(join(folder, 'index.html'), '<head><title>OpenSeat</title></head><body></body>');
afterAll(() => rmSync(folder, { recursive: true }));
const scriptsAt = (path: string) =>
  Array.from(
    documentFor(folder)(path).matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g),
    ([, file]) => file,
  );

test('the document names no scripts where nobody wrote down which', () => {
  expect(scriptsAt('/home')).toEqual([]);
});

test('the document names the scripts of the page it is asked for at, inside a session and before it', () => {
  writeFileSync(
    join(folder, 'page-files.json'),
    JSON.stringify({
      shell: ['assets/shell.js'],
      outside: ['assets/outside.js'],
      pages: { '/record': ['assets/record.js'], '/customers/:id': ['assets/customer.js'] },
    }),
  );
  expect(scriptsAt('/record')).toEqual(['/assets/shell.js', '/assets/record.js']);
  expect(scriptsAt('/customers/17')).toEqual(['/assets/shell.js', '/assets/customer.js']);
  expect(scriptsAt('/login')).toEqual(['/assets/outside.js']);
  expect(scriptsAt('/customers/17/notes')).toEqual([]);
  expect(documentFor(folder)('/record')).toContain('<title>OpenSeat</title>');
});
