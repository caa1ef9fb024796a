import { describe, expect, it } from 'vitest';
import { firstView, freePlace } from './first-view.ts';

const screen = { width: 1_000, height: 700 };

describe('where the canvas begins', () => {
  it('[CC-07] a flow that fits is shown whole, in the middle', () => {
    const { x, y, zoom } = firstView(
      [
        { x: 0, y: 0 },
        { x: 300, y: 100 },
      ],
      screen,
    );
    expect(zoom).toBe(1);
    expect([x, y]).toEqual([(1_000 - 532) / 2, (700 - 230) / 2]);
  });

  it('[CC-07] a flow too long to be read as a whole is shown from its beginning', () => {
    const { x, zoom } = firstView(
      Array.from({ length: 12 }, (_, at) => ({ x: at * 320, y: 0 })),
      { width: 390, height: 600 },
    );
    expect(zoom).toBe(0.6);
    expect(x).toBe(32);
  });

  it('[CC-07] a flow too high keeps its first step in the middle', () => {
    const { y, zoom } = firstView(
      [
        { x: 0, y: 400 },
        { x: 320, y: 0 },
        { x: 320, y: 3_000 },
      ],
      screen,
    );
    expect(y + (400 + 65) * zoom).toBeCloseTo(350);
  });

  it('[CC-07] a step put where others lie goes below them', () => {
    expect(freePlace([{ x: 500, y: 0 }], { x: 0, y: 0 })).toEqual({ x: 0, y: 0 });
    const { x, y } = freePlace(
      [
        { x: 50, y: 20 },
        { x: -40, y: 190 },
      ],
      { x: 0, y: 0 },
    );
    expect(x).toBe(0);
    expect(y).toBeGreaterThanOrEqual(190 + 130);
  });
});
