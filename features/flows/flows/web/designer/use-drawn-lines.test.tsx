import { act, render, renderHook } from '@testing-library/react';
import type { Edge as DrawnEdge } from '@xyflow/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDrawnLines } from './use-drawn-lines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lines = (count: number, chosen = ''): DrawnEdge[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `line${at}`,
    source: `step${at}`,
    target: `step${at + 1}`,
    selected: chosen === `line${at}`,
  }));

/** The lines of a flow on a canvas, seen from far away or not. */
function watch(edges: DrawnEdge[], isFar: boolean) {
  const { result, rerender } = renderHook(
    (shown: { edges: DrawnEdge[]; isFar: boolean }) => useDrawnLines(shown.edges, shown.isFar),
    { initialProps: { edges, isFar } },
  );
  return {
    show: (shown: { edges: DrawnEdge[]; isFar: boolean }) => rerender(shown),
    ids: () => result.current.lines.map(({ id }) => id),
    isSketched: () => result.current.isSketched,
  };
}
const nextFrame = () => act(() => vi.advanceTimersToNextTimerAsync());

test('[CC-07] 200 lines are lines from far away too, and one more makes a drawing of all of them', () => {
  const some = watch(lines(200), true);
  expect([some.ids().length, some.isSketched()]).toEqual([200, false]);
  const many = watch(lines(201), true);
  expect([many.ids().length, many.isSketched()]).toEqual([0, true]);
  const near = watch(lines(201), false);
  expect([near.ids().length, near.isSketched()]).toEqual([201, false]);
});

test('[CC-07] a line that is chosen stays one from far away, until it is not chosen any more', () => {
  const canvas = watch(lines(201, 'line150'), true);
  expect([canvas.ids(), canvas.isSketched()]).toEqual([['line150'], true]);
  canvas.show({ edges: lines(201), isFar: true });
  expect(canvas.ids()).toEqual([]);
});

test('[CC-07] who comes closer has all lines again, a hundred with each frame, and the drawing until the last', async () => {
  const edges = lines(250, 'line240');
  const canvas = watch(edges, true);
  canvas.show({ edges, isFar: false });
  const seen = [];
  while (canvas.isSketched()) {
    seen.push(canvas.ids().length);
    await nextFrame();
  }
  expect(seen).toEqual([1, 101, 201]);
  expect(canvas.ids()).toEqual(edges.map(({ id }) => id));
});

test('[CC-07] who goes far away again before all lines are back has the drawing and no line half', async () => {
  const edges = lines(250);
  const canvas = watch(edges, true);
  canvas.show({ edges, isFar: false });
  await nextFrame();
  expect(canvas.ids().length).toBe(100);
  canvas.show({ edges, isFar: true });
  await nextFrame();
  expect([canvas.ids().length, canvas.isSketched()]).toEqual([0, true]);
});

test('[WCAG 2.4.3] who had a line in focus that is taken away has the canvas; with one that stays, the line', async () => {
  const { container } = render(
    <div className="react-flow" tabIndex={-1}>
      <svg>
        {['line3', 'line4'].map((id) => (
          <g key={id} className="react-flow__edge" data-id={id} tabIndex={0} />
        ))}
      </svg>
    </div>,
  );
  const drawn = (id: string) => container.querySelector<SVGElement>(`[data-id="${id}"]`)!;
  const edges = lines(201, 'line4');
  const canvas = watch(edges, false);
  drawn('line4').focus();
  canvas.show({ edges, isFar: true });
  expect(document.activeElement).toBe(drawn('line4'));
  canvas.show({ edges, isFar: false });
  while (canvas.isSketched()) await nextFrame();
  drawn('line3').focus();
  canvas.show({ edges, isFar: true });
  expect(document.activeElement).toBe(container.firstElementChild);
});
