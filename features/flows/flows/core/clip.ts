import { z } from 'zod';
import { Edge, FlowNode, Note } from '#core/flow/flow.ts';

/** Steps with the lines between them, and comments, as they were copied. */
export interface Clip {
  nodes: readonly FlowNode[];
  edges: readonly Edge[];
  notes: readonly Note[];
}

export const noClip: Clip = { nodes: [], edges: [], notes: [] };

export const isEmptyClip = ({ nodes, notes }: Clip): boolean => nodes.length + notes.length === 0;

const Written = z.object({
  openseat: z.literal('steps'),
  nodes: z.array(FlowNode).max(500),
  edges: z.array(Edge).max(3_000),
  notes: z.array(Note).max(200),
});

/** As a text that another page can read. */
export const writeClip = ({ nodes, edges, notes }: Clip): string =>
  JSON.stringify({ openseat: 'steps', nodes, edges, notes });

/** What another page wrote; null when it is anything else. Lines lead only between the steps that came along. */
export function readClip(text: string): Clip | null {
  try {
    const { data } = Written.safeParse(JSON.parse(text));
    if (!data) return null;
    const ids = new Set(data.nodes.map(({ id }) => id));
    return {
      nodes: data.nodes.filter(({ kind }) => kind !== 'start'),
      notes: data.notes,
      edges: data.edges.filter(({ from, to }) => ids.has(from) && ids.has(to)),
    };
  } catch {
    return null;
  }
}
