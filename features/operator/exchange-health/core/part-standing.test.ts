import { expect, test } from 'vitest';
import { houseStanding, partStanding } from './part-standing.ts';

test('what was told long ago is not believed', () => {
  expect(partStanding({ state: 'up', seenMs: 0 }, 30_000)).toBe('up');
  expect(partStanding({ state: 'up', seenMs: 0 }, 30_001)).toBe('unwatched');
  expect(partStanding({ state: 'down', seenMs: 0 }, 1)).toBe('down');
});

test.each([
  ['none', []],
  [
    'well',
    [
      ['edge', 'up'],
      ['node', 'up'],
    ],
  ],
  [
    'limps',
    [
      ['edge', 'up'],
      ['node', 'up'],
      ['node', 'down'],
    ],
  ],
  [
    'down',
    [
      ['edge', 'up'],
      ['node', 'down'],
    ],
  ],
  [
    'down',
    [
      ['edge', 'unwatched'],
      ['node', 'up'],
    ],
  ],
] as const)('the exchange is %s', (standing, parts) => {
  expect(houseStanding(parts.map(([kind, each]) => ({ kind, standing: each })))).toBe(standing);
});
