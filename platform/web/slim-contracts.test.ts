import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { formsIn, pageFiles, slimContract } from './slim-contracts.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const pages = globSync(pageFiles, { cwd: root }).filter((file) => !/\.(test|fixture)\.tsx?$/.test(file));

const contract = `export const seatsApi = {
  page: endpoint({
    method: 'GET',
    path: '/a',
    access: 'signedIn',
    input: z.object({ data: z.string() }),
    data: z.object({
      list: z.array(Row),
    }),
  }),
  add: endpoint({ method: 'POST', path: '/a', input: Seat, data: Id }),
  file: download({ method: 'GET', path: '/b', summary: 'A file.', input: nothing, instead: z.null() }),
  move: operation('move', { method: 'POST', address: '/c', input: z.object({}), data: Id }),
};
`;

test('pages load where a call goes, neither what it takes nor what it answers', () => {
  const slim = slimContract(contract, []);
  expect(slim.replace(/\s+/g, ' ')).toBe(
    "export const seatsApi = { page: endpoint({ method: 'GET', path: '/a', }), add: endpoint({ method: 'POST', path: '/a', }), " +
      "file: download({ method: 'GET', path: '/b', }), " +
      "move: operation('move', { method: 'POST', address: '/c', input: z.object({}), }), }; ",
  );
  expect(slim.split('\n')).toHaveLength(contract.split('\n').length);
});

test('what a form checks by the schema of its call is there', () => {
  const forms = formsIn('useContractForm(seatsApi.add.input as never, start); z.input<typeof Up>');
  expect(forms).toEqual(['seatsApi.add']);
  expect(slimContract(contract, forms)).toContain("path: '/a', input: Seat,");
  // Calls that another file spreads into their Api go by their own name.
  const spread = contract.replace('seatsApi', 'seatOperations');
  expect(slimContract(spread, forms)).toContain("path: '/a', input: Seat,");
  expect(slimContract(contract, ['rolesApi.add'])).not.toContain('input: Seat,');
});

test('every contract is still one when it is slim', () => {
  const contracts = globSync('features/*/*/contract{.ts,/*.ts}', { cwd: root });
  expect(contracts.length).toBeGreaterThan(40);
  const broken = contracts.filter((file) => parseSync('contract.ts', slimContract(read(file), [])).errors.length > 0);
  expect(broken).toEqual([]);
});

test('no page reads what contracts lose on their way to it', () => {
  const reads = pages.filter((file) => /Api\.\w+\.(?:access|api|data|instead|limit|summary)\b/.test(read(file)));
  expect(reads).toEqual([]);
});

test('a page reads the input of a call by the call’s own name, so that it is found', () => {
  expect(pages.flatMap((file) => formsIn(read(file))).length).toBeGreaterThan(20);
  const hidden = pages.filter((file) => {
    const rest = read(file)
      .replaceAll(/\bz\.input\b/g, '')
      .replaceAll(/\b\w+Api\s*\.\s*\w+\s*\.\s*input\b/g, '');
    return (
      /\.\s*input\b/.test(rest.replaceAll(/\.\.\.input\b/g, '')) ||
      /\{[^{}]*\binput\b[^{}]*\}\s*=\s*\w+Api\b/.test(rest)
    );
  });
  expect(hidden).toEqual([]);
});

test('no contract reads the input of another call', () => {
  const contracts = globSync('features/*/*/contract{.ts,/*.ts}', { cwd: root });
  expect(contracts.filter((file) => formsIn(read(file)).length > 0)).toEqual([]);
});
