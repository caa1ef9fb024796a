import type { Edge, Flow, FlowNode, NodeId } from '#core/flow/flow.ts';

/** A setting, the name or the kind of a node, by its path; undefined where there was or is none. */
export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** What changed between two versions of a flow. Where nodes stand on the canvas is no change. */
export interface FlowDiff {
  added: readonly FlowNode[];
  removed: readonly FlowNode[];
  changed: readonly { nodeId: NodeId; name: string; fields: readonly FieldChange[] }[];
  edgesAdded: readonly Edge[];
  edgesRemoved: readonly Edge[];
  /** Of the flow itself: its languages, and variables by their key. */
  flow: readonly FieldChange[];
}

/** What somebody did who made `after` of `before`. */
export function diffOf(before: Flow, after: Flow): FlowDiff {
  const [old, now] = [byId(before.nodes), byId(after.nodes)];
  const [oldEdges, newEdges] = [new Set(before.edges.map(written)), new Set(after.edges.map(written))];
  return {
    added: after.nodes.filter(({ id }) => !old.has(id)),
    removed: before.nodes.filter(({ id }) => !now.has(id)),
    changed: after.nodes.flatMap((node) => {
      const was = old.get(node.id);
      const fields = was ? fieldChanges(seen(was), seen(node)) : [];
      return fields.length === 0 ? [] : [{ nodeId: node.id, name: node.name, fields }];
    }),
    edgesAdded: after.edges.filter((edge) => !oldEdges.has(written(edge))),
    edgesRemoved: before.edges.filter((edge) => !newEdges.has(written(edge))),
    flow: fieldChanges(ofFlow(before), ofFlow(after)),
  };
}

/** Nothing that a caller could notice. */
export const isSame = ({ added, removed, changed, edgesAdded, edgesRemoved, flow }: FlowDiff): boolean =>
  [added, removed, changed, edgesAdded, edgesRemoved, flow].every((list) => list.length === 0);

const byId = (nodes: readonly FlowNode[]): Map<NodeId, FlowNode> => new Map(nodes.map((node) => [node.id, node]));
const written = ({ from, branch, to }: Edge): string => `${from} ${branch} ${to}`;
const seen = ({ kind, name, settings }: FlowNode): unknown => ({ kind, name, settings });
const ofFlow = ({ languages, variables, speech }: Flow): unknown => ({
  languages,
  ...(speech && { speech }),
  variables: Object.fromEntries(variables.map((variable) => [variable.attrKey, variable])),
});

/** Leaves that differ; of two lists only what is at the same place is compared. */
function fieldChanges(before: unknown, after: unknown, path: readonly string[] = []): FieldChange[] {
  if (isBranch(before) && isBranch(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => fieldChanges(at(before, key), at(after, key), [...path, key]));
  }
  // Settings are kept as JSON: an empty branch and a missing one are the same to whoever reads it.
  return JSON.stringify(before) === JSON.stringify(after)
    ? []
    : [{ field: path.filter((step, depth) => depth > 0 || step !== 'settings').join('.'), before, after }];
}

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;
const at = (value: object, key: string): unknown =>
  Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
