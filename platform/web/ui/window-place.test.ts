import { expect, test } from 'vitest';
import { keptInside, nextCorner } from './window-place.ts';

const page = { width: 1_440, height: 900 };
const size = { width: 316, height: 500 };

test('a window is moved inside the page only, its head always in reach', () => {
  expect(keptInside({ x: -50, y: 5_000 }, size, page)).toEqual({ x: 8, y: 442 });
});

test('[WCAG 2.5.7] without dragging, a window goes from corner to corner and comes back to the first', () => {
  const corners = [{ x: 1_100, y: 64 }];
  for (let n = 0; n < 5; n += 1) corners.push(nextCorner(corners.at(-1)!, size, page));
  expect(corners.slice(1)).toEqual([
    { x: 1_116, y: 392 },
    { x: 8, y: 392 },
    { x: 8, y: 8 },
    { x: 1_116, y: 8 },
    { x: 1_116, y: 392 },
  ]);
});
