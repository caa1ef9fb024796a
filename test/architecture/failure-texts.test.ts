import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importsOf, sourceFiles } from './source-tree.ts';

/** What brings the words of failures, or tells that they are here. */
const BRINGS = ['platform/web/use-failure-texts.ts', 'platform/web/failures.ts'];
/** The one brings them itself; the other cuts files of words when pages are built. */
const THEMSELVES = ['platform/web/failures.ts', 'platform/web/part-texts.ts'];

test('whatever says a failure in words that are not in a page’s first ones has them brought', () => {
  const pages = [
    ...['apps/web', 'platform/web', 'adapters/browser'].flatMap(sourceFiles),
    ...sourceFiles('features').filter((file) => /^features\/[^/]+\/[^/]+\/web\//.test(file)),
  ];
  const says = pages.filter((file) => !THEMSELVES.includes(file) && /['"`]error\./.test(readFileSync(file, 'utf8')));
  expect(says).toContain('features/flows/flow-test/web/flow-words.ts');
  expect(says.filter((file) => !importsOf(file).some(({ to }) => BRINGS.includes(to)))).toEqual([]);
});
