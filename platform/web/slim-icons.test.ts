import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { slimIcon } from './slim-icons.ts';

const file = (name: string) =>
  readFileSync(join(import.meta.dirname, `../../node_modules/lucide-react/dist/esm/icons/${name}.mjs`), 'utf8');

test('an icon keeps its lines and loses what nobody asks for', () => {
  const slim = slimIcon(file('building-complex'));
  expect(slim).toContain('M10 12h4');
  expect(slim).toContain('createLucideIcon(__iconData)');
  expect(slim).not.toMatch(/key:|aliases|size:/);
});
