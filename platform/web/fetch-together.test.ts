import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fetchedTogether, groupFile, type Together } from './fetch-together.ts';

const features = join(import.meta.dirname, '../../features');
const LIST = join(features, 'office/help/web/index.ts');
const together: Together = {
  around: {
    parts: ['money/ledger/web/low-notice.tsx', 'office/help/web/help-button.tsx'],
    words: ['office/help/web/text'],
  },
};

test('a part that travels with others is taken out of their one file, where its feature lists it', () => {
  const code = `header: [{ slot: 'tools', item: () => import('./help-button.tsx') }], page: () => import('./help-page.tsx')`;
  expect(fetchedTogether(together, code, LIST)).toBe(
    `header: [{ slot: 'tools', item: () => import('fetched-together:around').then((all) => all.at1) }], page: () => import('./help-page.tsx')`,
  );
});

test('words that travel with others come in one file for each language', () => {
  const glob = `textFiles(import.meta.glob('./text/*.json', { import: 'default' }))`;
  const code = fetchedTogether(together, glob, LIST);
  expect(code).toContain(`'./text/es-MX.json': () => import('fetched-together:around/es-MX').then((all) => all.at0)`);
  expect(code.match(/import\(/g)).toHaveLength(4);
  expect(fetchedTogether(together, glob, join(features, 'office/home/web/index.ts'))).toBe(glob);
});

test('the file of a group hands out each of its parts, and that of its words those of a language', () => {
  expect(groupFile(together, 'around').split('\n')).toEqual([
    `export * as at0 from '${features}/money/ledger/web/low-notice.tsx';`,
    `export * as at1 from '${features}/office/help/web/help-button.tsx';`,
  ]);
  expect(groupFile(together, 'around/zh-CN')).toBe(
    `export { default as at0 } from '${features}/office/help/web/text/zh-CN.json';`,
  );
});
