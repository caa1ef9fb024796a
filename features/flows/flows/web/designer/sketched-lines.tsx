import { ViewportPortal, type Edge as DrawnEdge } from '@xyflow/react';
import { memo } from 'react';
import type { CanvasNode } from './canvas-items.ts';
import { farLines } from './far-lines.ts';

interface SketchedLinesProps {
  nodes: readonly CanvasNode[];
  edges: readonly DrawnEdge[];
}

/** All lines of a large flow, to be seen and not to be taken hold of. */
export const SketchedLines = ({ nodes, edges }: SketchedLinesProps) => (
  <ViewportPortal>
    <svg className="flow-sketched" aria-hidden>
      {farLines(nodes, edges).map((path, at) => (
        <Sketch key={at} path={path} />
      ))}
    </svg>
  </ViewportPortal>
);

const Sketch = memo(({ path }: { path: string }) => <path d={path} />);
Sketch.displayName = 'Sketch';
