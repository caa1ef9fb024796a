import type { FlowNode } from './flow.ts';
import { kindOf } from './kinds/index.ts';

/** Flows are never changed, only replaced: settings that were read once are read. */
const readSettings = new WeakMap<FlowNode, Record<string, unknown> | null>();

/** The settings of a node, read by its kind. Null when they do not fit the kind, or nobody knows it. */
export function settingsOf(node: FlowNode): Record<string, unknown> | null {
  let settings = readSettings.get(node);
  if (settings === undefined) {
    const read = kindOf(node.kind)?.settings.safeParse(node.settings);
    readSettings.set(node, (settings = read?.success ? read.data : null));
  }
  return settings;
}
