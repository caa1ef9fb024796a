import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { slimContract } from './slim-contracts.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

test('pages load where a call goes and what it takes, not what it answers', () => {
  const slim = slimContract(`export const api = {
  page: endpoint({
    method: 'GET',
    path: '/a',
    access: 'signedIn',
    input: z.object({ data: z.string() }),
    data: z.object({
      list: z.array(Row),
    }),
  }),
  file: download({ method: 'GET', path: '/b', summary: 'A file.', input: nothing, instead: z.null() }),
};
`);
  expect(slim.replace(/\s+/g, ' ')).toBe(
    "export const api = { page: endpoint({ method: 'GET', path: '/a', input: z.object({ data: z.string() }), }), " +
      "file: download({ method: 'GET', path: '/b', input: nothing, }), }; ",
  );
  expect(slim.split('\n')).toHaveLength(13);
});

test('every contract is still one when it is slim', () => {
  const contracts = globSync('features/*/*/contract{.ts,/*.ts}', { cwd: root });
  expect(contracts.length).toBeGreaterThan(40);
  const broken = contracts.filter((file) => parseSync('contract.ts', slimContract(read(file))).errors.length > 0);
  expect(broken).toEqual([]);
});

test('no page reads what contracts lose on their way to it', () => {
  const pages = globSync(['features/*/*/web/**/*.{ts,tsx}', 'platform/web/**/*.{ts,tsx}', 'apps/web/**/*.{ts,tsx}'], {
    cwd: root,
  }).filter((file) => !/\.(test|fixture)\.tsx?$/.test(file));
  const reads = pages.filter((file) => /Api\.\w+\.(?:access|api|data|instead|limit|summary)\b/.test(read(file)));
  expect(reads).toEqual([]);
});
