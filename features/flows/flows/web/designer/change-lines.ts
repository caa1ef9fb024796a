import type { FlowDiff } from '../../core/diff.ts';
import type { Flow, NodeId } from '#core/flow/flow.ts';
import { hasText, text, type TextKey } from '#platform/web/i18n.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';

/** A difference between two flows in words, a line for each thing that changed. */
export function changeLines(
  { added, removed, changed, edgesAdded, edgesRemoved, flow }: FlowDiff,
  before: Flow,
  now: Flow,
): string[] {
  const named = (id: NodeId): string => {
    const node = now.nodes.find((one) => one.id === id) ?? before.nodes.find((one) => one.id === id);
    return node ? node.name || `${text(`flows.kind.${node.kind}` as TextKey)} (${id})` : id;
  };
  const way = ({ from, branch, to }: { from: NodeId; branch: string; to: NodeId }) => ({
    from: named(from),
    branch: labelled(`flows.branch.${branch}`, branch),
    to: named(to),
  });
  return [
    ...added.map(({ id }) => text('flows.change.added', { name: named(id) })),
    ...removed.map(({ id }) => text('flows.change.removed', { name: named(id) })),
    ...changed.map(({ nodeId, fields }) =>
      text('flows.change.changed', {
        name: named(nodeId),
        fields: listed(fields.map(({ field }) => fieldName(field))),
      }),
    ),
    ...edgesAdded.map((edge) => text('flows.change.edgeAdded', way(edge))),
    ...edgesRemoved.map((edge) => text('flows.change.edgeRemoved', way(edge))),
    ...(flow.length === 0
      ? []
      : [text('flows.change.flow', { fields: listed(flow.map(({ field }) => ofFlow(field))) })]),
  ];
}

const listed = (names: readonly string[]): string => [...new Set(names)].join(', ');
const labelled = (key: string, otherwise: string): string => (hasText(key) ? text(key as TextKey) : otherwise);

/** `spoken.words.en` is what is said, in English. */
function fieldName(path: string): string {
  const [first = '', ...rest] = path.split('.');
  const language = rest.find(
    (step, at) => ['words', 'sounds'].includes(rest[at - 1] ?? '') && CustomerLanguage.has(step),
  );
  const name = labelled(`flows.field.${first}`, first);
  return language === undefined ? name : `${name} (${text(CustomerLanguage.row(language as CustomerLanguage).key)})`;
}

function ofFlow(path: string): string {
  const [first = '', key = ''] = path.split('.');
  return first === 'variables' ? key : labelled(`flows.${first}`, first);
}
