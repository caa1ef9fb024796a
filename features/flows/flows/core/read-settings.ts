import type { FlowNode } from '#core/flow/flow.ts';
import { kindOf } from '#core/flow/kinds/index.ts';
import type { Branch, NodeKind } from '#core/flow/node-kind.ts';

/** A node's settings as its kind reads them. */
export interface ReadSettings {
  kind: NodeKind | undefined;
  /** Undefined when they fail the schema of the kind, or nobody knows the kind. */
  settings: Record<string, unknown> | undefined;
  /** Where they fail it. */
  faults: readonly string[];
  /** The ways out they give; null while they cannot be read. */
  branches: readonly Branch[] | null;
}

const known = new WeakMap<FlowNode['settings'], ReadSettings & { name: string }>();

/** Reads what was not read before: settings are never changed in place, and a flow of hundreds of nodes differs from the one before in one. */
export function readSettings(node: Pick<FlowNode, 'kind' | 'settings'>): ReadSettings {
  const before = known.get(node.settings);
  if (before?.name === node.kind) return before;
  const read = { name: node.kind, ...readAnew(node) };
  known.set(node.settings, read);
  return read;
}

function readAnew(node: Pick<FlowNode, 'kind' | 'settings'>): ReadSettings {
  const kind = kindOf(node.kind);
  const read = kind?.settings.safeParse(node.settings);
  if (!kind || !read) return { kind, settings: undefined, faults: [], branches: null };
  if (!read.success)
    return { kind, settings: undefined, faults: read.error.issues.map(({ path }) => path.join('.')), branches: null };
  return { kind, settings: read.data, faults: [], branches: kind.branches(read.data) };
}
