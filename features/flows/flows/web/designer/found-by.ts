import type { Flow, NodeId } from '#core/flow/flow.ts';
import type { TextKey, useText } from '#platform/web/i18n.ts';

/** Nodes whose name, kind or words hold what is looked for. */
export function foundBy(flow: Flow, wanted: string, t: ReturnType<typeof useText>): ReadonlySet<NodeId> {
  const words = wanted.trim().toLowerCase();
  if (words === '') return new Set();
  return new Set(
    flow.nodes
      .filter(({ id, kind, name, settings }) =>
        `${id} ${name} ${t(`flows.kind.${kind}` as TextKey)} ${JSON.stringify(settings)}`.toLowerCase().includes(words),
      )
      .map(({ id }) => id),
  );
}
