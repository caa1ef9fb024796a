import type { Flow, FlowNode, NodeId, Spoken } from '#core/flow/flow.ts';
import { namesIn } from '#core/flow/fill.ts';
import { isSilent } from '#core/flow/fields.ts';
import { kindOf } from '#core/flow/kinds/index.ts';
import type { Problem } from '#core/flow/node-kind.ts';
import { readSettings, type ReadSettings } from './read-settings.ts';

/** Something to put right, and where; null: of the flow as a whole. */
export interface FlowProblem {
  nodeId: NodeId | null;
  problem: Problem;
}

/** What is known outside the flow; what is left out is not checked. */
export interface FlowSurroundings {
  /** Flows that can be jumped to. */
  flowIds?: ReadonlySet<number>;
}

/** Everything that keeps a flow from being published, in the order of its nodes. Never throws, whatever the settings hold. */
export function problemsOf(flow: Flow, surroundings: FlowSurroundings = {}): FlowProblem[] {
  const nodes = flow.nodes.map((node) => readNode(node));
  return [
    ...ofTheWhole(flow),
    ...nodes.flatMap((node) => ofNode(node, flow, surroundings)),
    ...ofEdges(flow, nodes),
    ...unreachable(flow),
    ...circles(flow),
  ];
}

interface ReadNode extends ReadSettings {
  node: FlowNode;
  problems: Problem[];
}

function readNode(node: FlowNode): ReadNode {
  const read = readSettings(node);
  return {
    ...read,
    node,
    problems: read.kind
      ? read.faults.map((field) => ({ text: 'badSetting', field }))
      : [{ text: 'unknownKind', values: { kind: node.kind } }],
  };
}

const ofTheWhole = ({ nodes, variables, edges }: Flow): FlowProblem[] => {
  const starts = nodes.filter(({ kind }) => kind === 'start');
  return [
    ...(starts.length === 0 ? [whole({ text: 'noStart' })] : []),
    ...starts.slice(1).map(({ id }) => ({ nodeId: id, problem: { text: 'severalStarts' } })),
    ...starts
      .filter(({ id }) => !edges.some(({ from }) => from === id))
      .map(({ id }) => ({ nodeId: id, problem: { text: 'startLeadsNowhere' } })),
    ...again(nodes.map(({ id }) => id)).map((id) => ({ nodeId: id, problem: { text: 'doubledNode' } })),
    ...again(variables.map(({ attrKey }) => attrKey)).map((attrKey) =>
      whole({ text: 'doubledVariable', values: { attrKey } }),
    ),
  ];
};

function ofNode(
  { node, kind, settings, problems }: ReadNode,
  flow: Flow,
  { flowIds }: FlowSurroundings,
): FlowProblem[] {
  if (!kind || !settings) return problems.map((problem) => ({ nodeId: node.id, problem }));
  const known = new Set([
    ...flow.variables.map(({ attrKey }) => attrKey),
    'callerNumber',
    ...(kind.ownNames?.(settings) ?? []),
  ]);
  const used = [...(kind.names?.(settings) ?? []), ...textsOf(settings).flatMap(namesIn)];
  const unknown = [...new Set(used)].filter((name) => !known.has(name) && !name.startsWith('customer_'));
  const flowId = node.kind === 'jump' ? settings['flowId'] : null;
  return [
    ...(kind.problems?.(settings, flow) ?? []),
    ...missingWords(settings, flow),
    ...unknown.map((attrKey) => ({ text: 'unknownVariable', values: { attrKey } })),
    ...(flowIds && typeof flowId === 'number' && !flowIds.has(flowId)
      ? [{ text: 'unknownFlow', field: 'flowId' }]
      : []),
  ].map((problem) => ({ nodeId: node.id, problem }));
}

function ofEdges({ edges }: Flow, nodes: readonly ReadNode[]): FlowProblem[] {
  const byId = new Map(nodes.map((read) => [read.node.id, read]));
  const ways = new Set<string>();
  return edges.flatMap(({ from, branch, to }): FlowProblem[] => {
    const read = byId.get(from);
    const branches = read?.branches;
    const isDoubled = ways.has(`${from} ${branch}`);
    ways.add(`${from} ${branch}`);
    return [
      ...(read ? [] : [whole({ text: 'unknownSource', values: { nodeId: from } })]),
      ...(branches && !branches.some(({ key }) => key === branch)
        ? [{ nodeId: from, problem: { text: 'unknownBranch', values: { branch } } }]
        : []),
      ...(byId.has(to) ? [] : [{ nodeId: from, problem: { text: 'unknownTarget', values: { branch, nodeId: to } } }]),
      ...(isDoubled ? [{ nodeId: from, problem: { text: 'doubledEdge', values: { branch } } }] : []),
    ];
  });
}

function unreachable(flow: Flow): FlowProblem[] {
  const seen = new Set(flow.nodes.filter(({ kind }) => kind === 'start').map(({ id }) => id));
  if (seen.size === 0) return [];
  const next = targets(flow);
  for (const id of seen) for (const to of next.get(id) ?? []) seen.add(to);
  return flow.nodes
    .filter(({ id }) => !seen.has(id))
    .map(({ id }) => ({ nodeId: id, problem: { text: 'unreachable' } }));
}

/** Nodes that lead back to themselves without anything on the way that waits for the caller or the clock. */
function circles(flow: Flow): FlowProblem[] {
  const hurrying = new Set(flow.nodes.filter(({ kind }) => !kindOf(kind)?.waits).map(({ id }) => id));
  const next = targets(flow);
  const leadsBack = (from: NodeId): boolean => {
    const seen = new Set((next.get(from) ?? []).filter((id) => hurrying.has(id)));
    for (const id of seen) for (const to of next.get(id) ?? []) if (hurrying.has(to)) seen.add(to);
    return seen.has(from);
  };
  return [...hurrying].filter(leadsBack).map((nodeId) => ({ nodeId, problem: { text: 'circle' } }));
}

function targets({ edges }: Flow): Map<NodeId, NodeId[]> {
  const found = new Map<NodeId, NodeId[]>();
  for (const { from, to } of edges) found.set(from, [...(found.get(from) ?? []), to]);
  return found;
}

/** What is said in one language of the flow is said in all. */
const missingWords = (settings: unknown, { languages }: Flow): Problem[] =>
  spokenIn(settings, []).flatMap(({ spoken, path }) =>
    isSilent(spoken)
      ? []
      : languages
          .filter((language) => (spoken.words[language] ?? '').trim() === '' && spoken.sounds[language] === undefined)
          .map((language) => ({ text: 'missingWords', field: path.join('.'), values: { language } })),
  );

const isSpoken = (value: object): value is Spoken =>
  'words' in value && 'sounds' in value && typeof value.words === 'object' && typeof value.sounds === 'object';

function spokenIn(value: unknown, path: readonly string[]): { spoken: Spoken; path: readonly string[] }[] {
  if (typeof value !== 'object' || value === null) return [];
  return isSpoken(value)
    ? [{ spoken: value, path }]
    : Object.entries(value).flatMap(([key, inner]) => spokenIn(inner, [...path, key]));
}

const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : [];
const again = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) !== at);
const whole = (problem: Problem): FlowProblem => ({ nodeId: null, problem });
