import type { Viewport } from '@xyflow/react';

/** So many more steps come into sight in a frame. */
const STEPS_PER_FRAME = 25;
const [LEAST_FRAMES, MOST_FRAMES] = [12, 40];

/**
 * The way of the canvas from one view to another, frame by frame: every edge of what is in sight moves as far in each. By the clock a slow frame
 * would be followed by one that has all the rest to draw.
 */
export function wayTo(from: Viewport, to: Viewport, steps: number): Viewport[] {
  const frames = Math.min(MOST_FRAMES, Math.max(LEAST_FRAMES, Math.ceil(steps / STEPS_PER_FRAME)));
  const between = (a: number, b: number, share: number): number => a + (b - a) * share;
  return Array.from({ length: frames }, (_, at) => {
    if (at === frames - 1) return to;
    const share = (at + 1) / frames;
    const zoom = 1 / between(1 / from.zoom, 1 / to.zoom, share);
    const place = (a: number, b: number): number => between(a / from.zoom, b / to.zoom, share) * zoom;
    return { zoom, x: place(from.x, to.x), y: place(from.y, to.y) };
  });
}

interface Moved {
  get(): Viewport;
  set(view: Viewport): unknown;
  /** Whether no other way was asked for meanwhile. */
  isStill(): boolean;
}

/** Goes there, one view in each frame, and no further where a hand moves the canvas or another way is asked for meanwhile. */
export async function travel(way: readonly Viewport[], { get, set, isStill }: Moved): Promise<void> {
  let last = get();
  for (const view of way) {
    await new Promise(requestAnimationFrame);
    if (!isStill()) return;
    const now = get();
    if (now.x !== last.x || now.y !== last.y || now.zoom !== last.zoom) return;
    set(view);
    last = get();
  }
}
