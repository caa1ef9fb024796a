import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** A function and how many lines it stands on, from its first to its last. */
export interface FunctionLength {
  name: string;
  lines: number;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [child: string]: unknown;
}

/** The functions of a file on more lines than this: declarations, expressions, arrows and methods, those inside others too. */
export function functionsOver(linesMost: number, file: string): FunctionLength[] {
  const source = readFileSync(file, 'utf8');
  // What is long lies in what is long: short files are not parsed, and short nodes not entered.
  if (source.split('\n').length <= linesMost) return [];
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const found: FunctionLength[] = [];
  /** `name` is what the node is called by the one that holds it. */
  const walk = (node: Node, name: string): void => {
    const lines = source.slice(node.start, node.end).split('\n').length;
    if (lines <= linesMost) return;
    const own = nameIn(node) ?? name;
    if (isFunction(node)) found.push({ name: own, lines });
    for (const child of Object.values(node).flat()) if (isNode(child)) walk(child, own);
  };
  walk(program as unknown as Node, 'the file itself');
  return found;
}

const isFunction = ({ type }: Node): boolean =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';

/** What declares, assigns or holds a function names it; a nameless one goes by the name around it. */
function nameIn({ type, id, key }: Node): string | undefined {
  const named = /^(VariableDeclarator|Function|Class)/.test(type) ? id : /Property|Method/.test(type) ? key : undefined;
  return isNode(named) && typeof named.name === 'string' ? named.name : undefined;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
