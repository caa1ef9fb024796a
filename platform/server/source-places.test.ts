import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inSources } from './source-places.ts';

test('a place in the built program is named by the source that stands there', () => {
  const root = mkdtempSync(join(tmpdir(), 'openseat-places-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'dist/server'), { recursive: true });
  const file = join(root, 'dist/server/serve.js');
  const lines = ['//#region core/a.ts', 'const a = 1;', '//#endregion', '//#region features/b/c.ts', 'throw a;'];
  writeFileSync(file, lines.join('\n'));
  expect(inSources(`at one (file://${file}:2:7)`)).toBe('at one (core/a.ts (serve.js:2:7))');
  expect(inSources(`at file://${file}:5:1`)).toBe('at features/b/c.ts (serve.js:5:1)');
  expect(inSources('at node:internal/timers:5:1')).toBe('at node:internal/timers:5:1');
  const gone = join(root, 'dist/server/gone.js');
  expect(inSources(`at two (file://${gone}:1:1)`)).toBe(`at two (file://${gone}:1:1)`);
});
