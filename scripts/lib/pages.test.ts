import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
// @ts-expect-error Plain JavaScript: it runs before there is a Node that reads types.
import { pagesFingerprint } from './pages.mjs';

function aClone() {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  write('apps/web/main.tsx', 'one');
  write('features/chat/chat/contract.ts', 'one');
  write('features/chat/chat/web/page.tsx', 'one');
  write('features/chat/chat/server/index.ts', 'one');
  write('package-lock.json', 'one');
  return { folder, write, fingerprint: () => pagesFingerprint(folder) as string };
}

test.each([
  'apps/web/main.tsx',
  'apps/web/public/favicon.svg',
  'features/chat/chat/contract.ts',
  'features/chat/chat/web/text/en-US.json',
  'features/chat/new/web/index.ts',
  'shared/codes/call-result.ts',
  'core/machine.ts',
  'adapters/browser/sip/phone.ts',
  'vite.config.ts',
  'package-lock.json',
])('the pages are built again after a change of %s', (file) => {
  const { write, fingerprint } = aClone();
  const before = fingerprint();
  write(file, 'two');
  expect(fingerprint()).not.toBe(before);
});

test.each(['features/chat/chat/server/index.ts', 'features/chat/chat/web/page.test.tsx', 'docs/journeys.md'])(
  'the pages are not built again after a change of %s',
  (file) => {
    const { write, fingerprint } = aClone();
    const before = fingerprint();
    write(file, 'two');
    expect(fingerprint()).toBe(before);
  },
);

test('the pages are built again when a source is renamed or removed', () => {
  const { folder, write, fingerprint } = aClone();
  const before = fingerprint();
  rmSync(join(folder, 'features/chat/chat/web/page.tsx'));
  const removed = fingerprint();
  write('features/chat/chat/web/other.tsx', 'one');
  expect(new Set([before, removed, fingerprint()]).size).toBe(3);
});
