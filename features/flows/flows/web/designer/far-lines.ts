import { getBezierPath, Position, type Edge as DrawnEdge } from '@xyflow/react';
import type { CanvasNode } from './canvas-items.ts';
import { stepForm } from './step-form.ts';

interface Line {
  from: CanvasNode;
  to: CanvasNode;
  path: string;
}

/** So many lines are one drawing: a step that is moved has only those drawn anew that its own are among. */
const PER_DRAWING = 40;
const KNOB_IN = 'in';

const drawnLines = new WeakMap<DrawnEdge, Line>();
const places = new WeakMap<CanvasNode, ReadonlyMap<string, { x: number; y: number }>>();

/** The lines between steps as few drawings, each the outline of many; for far away, where nobody tells one from another. */
export function farLines(nodes: readonly CanvasNode[], edges: readonly DrawnEdge[]): string[] {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const drawings: string[] = [];
  for (let at = 0; at < edges.length; at += PER_DRAWING)
    drawings.push(
      edges
        .slice(at, at + PER_DRAWING)
        .map((edge) => pathOf(edge, known.get(edge.source), known.get(edge.target)))
        .join(''),
    );
  return drawings;
}

/** Reckoned once, as long as neither of its steps is another. */
function pathOf(edge: DrawnEdge, from: CanvasNode | undefined, to: CanvasNode | undefined): string {
  if (!from || !to) return '';
  const before = drawnLines.get(edge);
  if (before?.from === from && before.to === to) return before.path;
  const [start, end] = [placesOf(from).get(edge.sourceHandle ?? ''), placesOf(to).get(KNOB_IN)];
  const path =
    start && end
      ? getBezierPath({
          sourceX: start.x,
          sourceY: start.y,
          sourcePosition: Position.Right,
          targetX: end.x,
          targetY: end.y,
          targetPosition: Position.Left,
        })[0]
      : '';
  drawnLines.set(edge, { from, to, path });
  return path;
}

/** Where its lines begin and end on the canvas, by knob. */
function placesOf(node: CanvasNode): ReadonlyMap<string, { x: number; y: number }> {
  const before = places.get(node);
  if (before) return before;
  const { x, y } = node.position;
  const knobs = node.type === 'step' ? stepForm(node.data).handles : [];
  const found = new Map(
    knobs.map((knob) => [
      knob.id ?? '',
      {
        x: Math.round(x + knob.x + (knob.position === Position.Right ? knob.width! : 0)),
        y: Math.round(y + knob.y + knob.height! / 2),
      },
    ]),
  );
  places.set(node, found);
  return found;
}
