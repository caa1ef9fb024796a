import type { NodeId } from '#core/flow/flow.ts';
import type { Problem } from '#core/flow/node-kind.ts';
import type { TextKey, TextOf } from '#platform/web/i18n.ts';

/** Something to put right, and where. */
export interface Found {
  nodeId: NodeId | null;
  problem: Problem;
}

export const problemText = (t: TextOf, { text, values }: Problem): string => t(`flows.problem.${text}` as TextKey, values ? { ...values } : {});

/** Where it is put right: words are missing in one language. */
export const fieldOf = ({ text, field, values }: Problem): string | undefined => (text === 'missingWords' ? `${field}.words.${values?.['language']}` : field);

/** How many each node has, for its badge. */
export function troublesOf(found: readonly Found[]): ReadonlyMap<NodeId, number> {
  const counts = new Map<NodeId, number>();
  for (const { nodeId } of found) if (nodeId !== null) counts.set(nodeId, (counts.get(nodeId) ?? 0) + 1);
  return counts;
}
