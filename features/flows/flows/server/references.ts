import type { Flow } from '#core/flow/flow.ts';

/** What of the tenant a flow can name. */
export type ReferenceKind = 'group' | 'agent' | 'hours' | 'tag' | 'flow' | 'smsTemplate' | 'sound';

export interface Reference {
  kind: ReferenceKind;
  id: number;
  nodeId: string;
}

/** A setting of this name holds such an id, or a list or a record of them, in whatever kind of node. */
const named: Readonly<Record<string, ReferenceKind>> = {
  groupId: 'group',
  groupIds: 'group',
  userId: 'agent',
  userIds: 'agent',
  calendarId: 'hours',
  calendarIds: 'hours',
  tagId: 'tag',
  tagIds: 'tag',
  addTagIds: 'tag',
  removeTagIds: 'tag',
  flowId: 'flow',
  templateId: 'smsTemplate',
  soundId: 'sound',
  sounds: 'sound',
};

/** Everything of the tenant that a flow names, each with the node that does. */
export function referencesOf(flow: Flow): Reference[] {
  const found: Reference[] = [];
  for (const { id: nodeId, settings } of flow.nodes)
    exchanged(settings, (kind, id) => (found.push({ kind, id, nodeId }), id));
  return found;
}

/** The flow with other ids in place of these; what becomes null is left out. */
export function withReferences(
  flow: Flow,
  become: (kind: ReferenceKind, id: number, nodeId: string) => number | null,
): Flow {
  return {
    ...flow,
    nodes: flow.nodes.map((node) => ({
      ...node,
      settings: exchanged(node.settings, (kind, id) => become(kind, id, node.id)) as Record<string, unknown>,
    })),
  };
}

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0;

function exchanged(
  value: unknown,
  become: (kind: ReferenceKind, id: number) => number | null,
  kind?: ReferenceKind,
): unknown {
  if (kind !== undefined && isId(value)) return become(kind, value);
  if (Array.isArray(value))
    return value.map((one) => exchanged(one, become, kind)).filter((one, at) => !(one === null && isId(value[at])));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(
        ([name, inside]) =>
          [
            name,
            name === 'mailbox' && typeof inside === 'string'
              ? mailbox(inside, become)
              : exchanged(inside, become, named[name] ?? kind),
          ] as const,
      )
      .filter(([, inside], at) => !(kind === 'sound' && inside === null && isId(Object.values(value)[at]))),
  );
}

/** A mailbox of a group or an agent is named by kind and id; without them it is the common one. */
function mailbox(value: string, become: (kind: ReferenceKind, id: number) => number | null): string {
  const [, kind, id] = /^(group|agent):([1-9]\d{0,14})$/.exec(value) ?? [];
  if (kind === undefined) return value;
  const next = become(kind as ReferenceKind, Number(id));
  return next === null ? 'main' : `${kind}:${next}`;
}
