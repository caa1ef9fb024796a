import { act, renderHook, waitFor } from '@testing-library/react';
import { ReactFlow, ReactFlowProvider, useViewport } from '@xyflow/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LEAST_ZOOM, useSight } from './use-sight.ts';

const room = new DOMRect(0, 0, 1_000, 700);
beforeEach(() => void vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(room));
afterEach(() => void vi.restoreAllMocks());

/** So many that the whole flow comes into sight frame by frame. */
const nodes = Array.from({ length: 100 }, (_, at) => ({
  id: `step${at}`,
  position: { x: at * 300, y: 0 },
  data: {},
  width: 232,
  height: 130,
}));
const Drawn = ({ children }: { children: ReactNode }) => (
  <ReactFlowProvider>
    <div className="flow-canvas">
      <ReactFlow nodes={nodes} minZoom={LEAST_ZOOM} onlyRenderVisibleElements />
    </div>
    {children}
  </ReactFlowProvider>
);

/** A canvas of many steps that has been drawn, near. */
async function open() {
  const { result } = renderHook(() => ({ ...useSight(), view: useViewport() }), { wrapper: Drawn });
  await act(async () => {});
  return {
    now: () => result.current,
    arrives: (zoom: number) =>
      waitFor(() => {
        expect(result.current.view.zoom).toBeCloseTo(zoom, 2);
        expect(result.current.isOnWay).toBe(false);
      }),
  };
}
const WHOLE = 0.03;

test('[CC-07] whoever is led somewhere while the whole flow comes into sight arrives there', async () => {
  const canvas = await open();
  act(() => canvas.now().sight.fitAll());
  expect(canvas.now().isOnWay).toBe(true);
  act(() => canvas.now().sight.centre({ x: 600, y: 0 }, 1.5));
  expect(canvas.now().isOnWay).toBe(false);
  await canvas.arrives(1.5);
  act(() => canvas.now().sight.fitAll());
  act(() => canvas.now().sight.comeCloser());
  await canvas.arrives(0.7);
  act(() => canvas.now().sight.fitAll());
  act(() => canvas.now().sight.lookAt({ x: 9_000, y: 0 }));
  await waitFor(() => expect(canvas.now().view.x).toBeLessThan(-5_000));
  await canvas.arrives(0.7);
});

test('[CC-07] the whole flow asked for while the canvas is led elsewhere comes into sight, also when it is asked for twice', async () => {
  const canvas = await open();
  const { x } = canvas.now().view;
  act(() => canvas.now().sight.lookAt({ x: 9_000, y: 0 }));
  await waitFor(() => expect(canvas.now().view.x).not.toBe(x));
  act(() => canvas.now().sight.fitAll());
  await waitFor(() => expect(canvas.now().view.zoom).toBeLessThan(1));
  act(() => canvas.now().sight.fitAll());
  await canvas.arrives(WHOLE);
});
