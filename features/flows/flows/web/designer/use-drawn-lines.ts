import type { Edge as DrawnEdge } from '@xyflow/react';
import { useEffect, useMemo, useState } from 'react';

/** So many lines that can each be chosen the page draws within a frame; more of them far away hold it. */
const MANY = 200;
const PER_FRAME = 100;

/**
 * Which lines can be chosen now. Of a large flow from far away only those that are: the others are one drawing (`isSketched`), until whoever
 * comes closer has all of them again, some in each frame.
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
  return { lines, isSketched: !isWhole };
}
