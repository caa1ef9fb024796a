import { expect, test } from 'vitest';
import { isShownBare } from './bare-page.ts';

const page = { path: '/seating/seatStatus', title: 'x', page: () => new Promise<never>(() => {}) } as never;

test('[CC-09] a page is shown without what surrounds it where it says so, always or at some addresses', () => {
  const onWall = { ...(page as object), bare: (query: URLSearchParams) => query.get('wall') === '1' } as never;
  expect([
    isShownBare(undefined, ''),
    isShownBare(page, '?wall=1'),
    isShownBare({ ...(page as object), bare: true } as never, ''),
  ]).toEqual([false, false, true]);
  expect([isShownBare(onWall, ''), isShownBare(onWall, '?wall=1'), isShownBare(onWall, '?tab=calls&wall=1')]).toEqual([
    false,
    true,
    true,
  ]);
});
