import type { Edge as DrawnEdge } from '@xyflow/react';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';

/** So many lines that can each be chosen the page draws within a frame; more of them far away hold it. */
const MANY = 200;
const PER_FRAME = 100;

/**
 * Which lines can be chosen now. Of a large flow from far away only those that are: the others are one drawing (`isSketched`), until whoever
 * comes closer has all of them again, some in each frame. Who had one of them in focus has the canvas.
 */
export function useDrawnLines(edges: DrawnEdge[], isFar: boolean): { lines: DrawnEdge[]; isSketched: boolean } {
  const isLarge = isFar && edges.length > MANY;
  const [count, setCount] = useState(Number.POSITIVE_INFINITY);
  if (isLarge && count !== 0) setCount(0);
  const isWhole = !isLarge && count >= edges.length;
  useEffect(() => {
    if (isLarge || isWhole) return;
    const next = count + PER_FRAME;
    const frame = requestAnimationFrame(() => setCount(next < edges.length ? next : Number.POSITIVE_INFINITY));
    return () => cancelAnimationFrame(frame);
  }, [isLarge, isWhole, count, edges.length]);
  const lines = useMemo(
    () => (isWhole ? edges : edges.filter(({ selected }, at) => selected || (!isLarge && at < count))),
    [edges, isWhole, isLarge, count],
  );
  // Before the line is gone, and the focus with it.
  useLayoutEffect(() => {
    const line = isWhole ? null : document.activeElement?.closest('.react-flow__edge');
    if (line && !lines.some(({ id }) => id === line.getAttribute('data-id')))
      line.closest<HTMLElement>('.react-flow')?.focus({ preventScroll: true });
  }, [isWhole, lines]);
  return { lines, isSketched: !isWhole };
}
