import type { Point } from '../../core/edit.ts';
import { STEP_WIDTH } from '../../core/layout.ts';

/** About as large as a step is drawn. */
export const STEP = { width: STEP_WIDTH, height: 130 };
const MARGIN = 32;
/** Smaller than this nobody reads what a step says. */
const LEAST = 0.6;

/** Where the canvas begins: the whole flow where it can be read, else its beginning. */
export function firstView(
  nodes: readonly Point[],
  { width, height }: { width: number; height: number },
): Point & { zoom: number } {
  const left = Math.min(...nodes.map(({ x }) => x));
  const right = Math.max(...nodes.map(({ x }) => x)) + STEP.width;
  const top = Math.min(...nodes.map(({ y }) => y));
  const bottom = Math.max(...nodes.map(({ y }) => y)) + STEP.height;
  const fits = Math.min((width - 2 * MARGIN) / (right - left), (height - 2 * MARGIN) / (bottom - top));
  const zoom = Math.max(LEAST, Math.min(1, fits));
  const middle = (length: number, from: number, to: number) => (length - (from + to) * zoom) / 2;
  const first = nodes.reduce((found, one) => (one.x < found.x ? one : found));
  return {
    zoom,
    x: (right - left) * zoom <= width - MARGIN ? middle(width, left, right) : MARGIN - left * zoom,
    y:
      (bottom - top) * zoom <= height - MARGIN
        ? middle(height, top, bottom)
        : height / 2 - (first.y + STEP.height / 2) * zoom,
  };
}

/** Whether a step there would be seen, with the canvas where it is. */
export function isInSight({ x, y }: Point, view: Point & { zoom: number }): boolean {
  const box = document.querySelector('.flow-canvas')?.getBoundingClientRect();
  const [left, top] = [x * view.zoom + view.x, y * view.zoom + view.y];
  return (
    !box ||
    (left >= 0 && top >= 0 && left + STEP.width * view.zoom <= box.width && top + STEP.height * view.zoom <= box.height)
  );
}

/** The nearest place below where no step lies yet. */
export function freePlace(nodes: readonly (Point & { height?: number })[], wanted: Point): Point {
  const covering = nodes.filter(
    ({ x, y, height = STEP.height }) =>
      Math.abs(x - wanted.x) < STEP.width && y < wanted.y + STEP.height && wanted.y < y + height,
  );
  return covering.length === 0
    ? wanted
    : freePlace(nodes, {
        x: wanted.x,
        y: Math.max(...covering.map(({ y, height = STEP.height }) => y + height)) + MARGIN,
      });
}
