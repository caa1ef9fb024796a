import { expect, test } from 'vitest';
import { itemsFor } from '#apps/web/shell/header/header-items.ts';
import { aViewer } from '#platform/web/page.fixture.tsx';
import { selfTestWith } from './index.ts';

const feature = selfTestWith(() => Promise.reject(new Error('Nothing is checked here.')));
const isShown = (path: string, voiceSeat: boolean) =>
  itemsFor([feature], 'tools', aViewer({ voiceSeat }), { path, pageHidesSettings: false }).length === 1;

test.each([
  ['/home', true, true],
  ['/customers', true, true],
  ['/home', false, false],
  ['/record', true, false],
  ['/workBench', true, false],
  ['/seating/aiCall', true, false],
])('[SHELL-10] the line check in the header at %s, with a voice seat %s: %s', (path, voiceSeat, shown) => {
  expect(isShown(path, voiceSeat)).toBe(shown);
});
