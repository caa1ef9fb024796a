import { parseSync, type Plugin } from 'vite';

/** What only the server reads of a call: what it answers, who may ask, and the sentence of the API page. */
const SERVER_ONLY = new Set([
  'access',
  'api',
  'data',
  'freshProof',
  'instead',
  'limit',
  'logged',
  'renewsSession',
  'summary',
  'takesPass',
  'widenedBy',
]);
const CALLS = new Set(['endpoint', 'operation', 'upload', 'download', 'visit']);

interface Node {
  type: string;
  start: number;
  end: number;
  [name: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/**
 * A contract as pages load it. Answers are made and checked by the server, so their schemas would be carried about for nothing.
 * What is left out becomes blanks: lines and columns stay where they were, and no map is needed.
 */
export function slimContract(code: string): string {
  const { program, errors } = parseSync('contract.ts', code);
  if (errors.length > 0) return code;
  const cuts: Node[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression' && CALLS.has((node['callee'] as Node)['name'] as string))
      cuts.push(...serverOnly(node['arguments'] as Node[]));
    for (const inner of Object.values(node).flat()) if (isNode(inner)) visit(inner);
  };
  visit(program as unknown as Node);
  return cuts.reduce((left, { start, end }) => {
    const after = end + (/^\s*,/.exec(left.slice(end))?.[0].length ?? 0);
    return left.slice(0, start) + blanks(left.slice(start, after)) + left.slice(after);
  }, code);
}

/** The properties of the literals a call is declared with. */
const serverOnly = (given: readonly Node[]): Node[] =>
  given
    .filter(({ type }) => type === 'ObjectExpression')
    .flatMap((literal) => literal['properties'] as Node[])
    .filter(({ type, key }) => type === 'Property' && SERVER_ONLY.has((key as Node)['name'] as string));

const blanks = (text: string): string => text.replace(/[^\n]/g, ' ');

export const slimContracts: Plugin = {
  name: 'slim-contracts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/features\/.*\/contract(?:\/[\w-]+)?\.ts$/ },
    handler: (code) => ({ code: slimContract(code), map: null }),
  },
};
