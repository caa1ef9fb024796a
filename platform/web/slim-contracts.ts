import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  'ofPerson',
  'renewsSession',
  'summary',
  'takesPass',
  'widenedBy',
]);
const CALLS = new Set(['endpoint', 'operation', 'upload', 'download', 'visit']);
const ROOT = join(import.meta.dirname, '../..');
/** It makes its input out of the one it is given. */
const READS_ITS_INPUT = 'operation';
const FORM = /\b(\w+)\s*\.\s*(\w+)\s*\.\s*input\b/g;

/** Where pages are. */
export const pageFiles = ['features/*/*/web/**/*.{ts,tsx}', 'platform/web/**/*.{ts,tsx}', 'apps/web/**/*.{ts,tsx}'];

/** Calls whose input a page checks by its schema before it sends it, as `accessApi.invite`: a form has what its contract says. */
export const formsIn = (source: string): string[] =>
  Array.from(source.matchAll(FORM), ([, api, member]) => `${api}.${member}`);

interface Node {
  type: string;
  start: number;
  end: number;
  [name: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** The call of an Api by its name there. */
interface Place {
  api: string;
  member: string | null;
}

/**
 * A contract as pages load it. Answers are made and checked by the server, and so are inputs but those of `forms`: their schemas would be
 * carried about for nothing. What is left out becomes blanks: lines and columns stay where they were, and no map is needed.
 */
export function slimContract(code: string, forms: readonly string[]): string {
  const { program, errors } = parseSync('contract.ts', code);
  if (errors.length > 0) return code;
  const cuts: Node[] = [];
  const visit = (node: Node, place: Place | null): void => {
    const name = node.type === 'CallExpression' ? ((node['callee'] as Node)['name'] as string) : '';
    if (CALLS.has(name)) {
      const isSent = name !== READS_ITS_INPUT && place !== null && !isForm(place, forms);
      cuts.push(...serverOnly(node['arguments'] as Node[], isSent));
    }
    const inside = placeIn(node, place);
    for (const inner of Object.values(node).flat()) if (isNode(inner)) visit(inner, inside);
  };
  visit(program as unknown as Node, null);
  return cuts.reduce((left, { start, end }) => {
    const after = end + (/^\s*,/.exec(left.slice(end))?.[0].length ?? 0);
    return left.slice(0, start) + blanks(left.slice(start, after)) + left.slice(after);
  }, code);
}

function placeIn(node: Node, place: Place | null): Place | null {
  if (node.type === 'VariableDeclarator')
    return { api: ((node['id'] as Node)['name'] as string | undefined) ?? '', member: null };
  if (node.type !== 'Property' || place === null || place.member !== null) return place;
  return { ...place, member: (node['key'] as Node)['name'] as string };
}

/** Calls may be written down elsewhere and be spread into their Api: then the member's name alone says it. */
const isForm = ({ api, member }: Place, forms: readonly string[]): boolean =>
  member === null ||
  forms.includes(`${api}.${member}`) ||
  (!api.endsWith('Api') && forms.some((form) => form.endsWith(`.${member}`)));

/** The properties of the literals a call is declared with; an input that is only sent is one of them. */
const serverOnly = (given: readonly Node[], isSent: boolean): Node[] =>
  given
    .filter(({ type }) => type === 'ObjectExpression')
    .flatMap((literal) => literal['properties'] as Node[])
    .filter(({ type, key }) => {
      const name = (key as Node | undefined)?.['name'] as string;
      return type === 'Property' && (SERVER_ONLY.has(name) || (isSent && name === 'input'));
    });

const blanks = (text: string): string => text.replace(/[^\n]/g, ' ');

let forms: readonly string[] = [];

export const slimContracts: Plugin = {
  name: 'slim-contracts',
  apply: 'build',
  enforce: 'pre',
  buildStart() {
    forms = globSync(pageFiles, { cwd: ROOT }).flatMap((file) => formsIn(readFileSync(join(ROOT, file), 'utf8')));
  },
  transform: {
    filter: { id: /\/features\/.*\/contract(?:\/[\w-]+)?\.ts$/ },
    handler: (code) => ({ code: slimContract(code, forms), map: null }),
  },
};
