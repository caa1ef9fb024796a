import { afterEach, beforeEach, expect, test } from 'vitest';
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

const frames: (() => void)[] = [];
const real = globalThis.requestAnimationFrame;
beforeEach(() => void (globalThis.requestAnimationFrame = (draw) => frames.push(() => draw(0))));
afterEach(() => {
  globalThis.requestAnimationFrame = real;
  frames.length = 0;
});

/** A frame is drawn, and whoever waited for it goes on. */
async function draw(): Promise<void> {
  for (const one of frames.splice(0)) one();
  for (let at = 0; at < 5; at += 1) await Promise.resolve();
}

/** A canvas that keeps which ways were asked for, as its sight does. */
function aCanvas() {
  let ways = 0;
  const canvas = {
    now: near,
    sets: 0,
    begin(): () => boolean {
      ways += 1;
      const mine = ways;
      return () => mine === ways;
    },
    travel: (to: typeof near) =>
      travel(wayTo(canvas.now, to, 500), {
        get: () => canvas.now,
        set(view) {
          canvas.now = view;
          canvas.sets += 1;
        },
        isStill: canvas.begin(),
      }),
  };
  return canvas;
}

test('[CC-07] who moves the canvas on the way is not carried on', async () => {
  const canvas = aCanvas();
  const gone = canvas.travel(far);
  await draw();
  const hand = { x: 5, y: 5, zoom: 1 };
  canvas.now = hand;
  await draw();
  await gone;
  expect([canvas.sets, canvas.now]).toEqual([1, hand]);
});

test('[CC-07] a second way ends the first, and goes from where that was to where it leads itself', async () => {
  const canvas = aCanvas();
  const elsewhere = { x: 90, y: 10, zoom: 0.05 };
  const first = canvas.travel(far);
  await draw();
  await draw();
  const second = canvas.travel(elsewhere);
  await draw();
  await first;
  expect(canvas.sets).toBe(3);
  while (frames.length > 0) await draw();
  await second;
  expect([canvas.sets, canvas.now]).toEqual([2 + 20, elsewhere]);
});

test('[CC-07] a movement that is asked for on the way is left alone, also before it has moved anything', async () => {
  const canvas = aCanvas();
  const gone = canvas.travel(far);
  await draw();
  const before = canvas.now;
  canvas.begin();
  await draw();
  await gone;
  expect([canvas.sets, canvas.now, frames.length]).toEqual([1, before, 0]);
});
