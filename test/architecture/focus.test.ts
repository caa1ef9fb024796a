import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-tree.ts';

test('[WCAG 2.4.3] whoever draws a dialog of the kit gives the focus back when it closes', () => {
  const forgetful = ['apps/web', 'features', 'platform/web'].flatMap(sourceFiles).filter((file) => {
    const code = readFileSync(file, 'utf8');
    return (
      /import \{[^}]*\b(Modal|Drawer)\b[^}]*\} from '@mantine\/core'/.test(code) && !code.includes('useFocusReturn(')
    );
  });
  expect(forgetful).toEqual([]);
});
