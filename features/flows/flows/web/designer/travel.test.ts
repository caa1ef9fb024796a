import { expect, test } from 'vitest';
import { travel, wayTo } from './travel.ts';

const near = { x: -300, y: 40, zoom: 0.6 };
const far = { x: 20, y: 350, zoom: 0.03 };
const ROOM = { width: 1_000, height: 700 };
const inSight = ({ x, y, zoom }: typeof near) => ({
  left: -x / zoom,
  top: -y / zoom,
  right: (ROOM.width - x) / zoom,
  bottom: (ROOM.height - y) / zoom,
});

test('[CC-07] the way to the whole flow ends there, and each frame brings as much more into sight as the one before', () => {
  const way = wayTo(near, far, 500);
  expect(way.at(-1)).toBe(far);
  expect(way.length).toBe(20);
  const seen = [near, ...way].map(inSight);
  for (const edge of ['left', 'top', 'right', 'bottom'] as const) {
    const gained = seen.slice(1).map((sight, at) => sight[edge] - seen[at]![edge]);
    for (const more of gained) expect(more).toBeCloseTo(gained[0]!, 5);
  }
});

test('[CC-07] a larger flow takes more frames, and none so many that somebody waits', () => {
  expect([0, 1_000, 100_000].map((steps) => wayTo(near, far, steps).length)).toEqual([12, 40, 40]);
});

test('[CC-07] who moves the canvas on the way is not carried on', async () => {
  let now = near;
  let set = 0;
  const hand = { x: 5, y: 5, zoom: 1 };
  const frames: (() => void)[] = [];
  const before = globalThis.requestAnimationFrame;
  globalThis.requestAnimationFrame = (act) => frames.push(() => act(0));
  try {
    const gone = travel(wayTo(near, far, 500), {
      get: () => now,
      set: (view) => {
        now = view;
        set += 1;
      },
    });
    frames.shift()!();
    await Promise.resolve();
    now = hand;
    while (frames.length === 0) await Promise.resolve();
    frames.shift()!();
    await gone;
    expect([set, now]).toEqual([1, hand]);
  } finally {
    globalThis.requestAnimationFrame = before;
  }
});
