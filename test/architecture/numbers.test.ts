import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-tree.ts';

/** What contracts call a telephone number that people read. */
const NUMBERS = /\b(displayNumber|callingNumber|customerNumber|divertedFrom|ourNumber|display_number|originPhone)\b/;

/** They hand numbers on, or let them be typed; none of them shows one. */
const showNone = [
  'features/chat/chat-carriers/web/parts/whatsapp-editor.tsx',
  'features/voice/softphone/web/desk/call-by-mobile.ts',
  'features/voice/softphone/web/desk/line-events.ts',
  'features/voice/softphone/web/popover/calls/call-back.ts',
  'features/voice/softphone/web/popover/calls/called.ts',
  'features/voice/softphone/web/popover/dial/dialer.tsx',
  'features/voice/workbench/web/parts/context-column.tsx',
  'features/voice/workbench/web/subject.ts',
];

test('whoever has a telephone number to show writes it as everybody does', () => {
  const unspoken = ['apps/web', 'features', 'platform/web']
    .flatMap(sourceFiles)
    .filter((file) => file.includes('/web/'))
    .filter((file) => {
      const code = readFileSync(file, 'utf8');
      return NUMBERS.test(code) && !code.includes('spokenNumber(');
    });
  expect(unspoken.sort()).toEqual(showNone);
});
