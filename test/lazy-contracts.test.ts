import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

// As in the pages' build (vite.config.ts).
vi.mock('zod', () => import('#platform/web/lazy-zod.ts'));

const root = join(import.meta.dirname, '..');
const contracts = globSync('features/*/*/contract.ts', { cwd: root });

test('a page reads every contract before it has what checks schemas', async () => {
  expect(contracts.length).toBeGreaterThan(50);
  const failed: string[] = [];
  for (const file of contracts)
    await import(join(root, file)).catch((problem: unknown) => void failed.push(`${file}: ${String(problem)}`));
  expect(failed).toEqual([]);
});
