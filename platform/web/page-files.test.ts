import { expect, test } from 'vitest';
import { pagesIn } from './page-files.ts';

test('a feature’s pages are found in its list, with their addresses', () => {
  const code = `export const records = webFeature({
    name: 'records',
    routes: [
      { path: '/record', title: 'records.menu', page: () => import('./record-page.tsx') },
      { path: ELSEWHERE, page: () => import('./other-page.tsx') },
    ],
    header: [{ slot: 'end', item: () => import('./button.tsx') }],
  });`;
  expect(pagesIn(code)).toEqual([{ path: '/record', file: './record-page.tsx' }]);
});
