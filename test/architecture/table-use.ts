import { parseSync } from 'vite';

/** Tables that code or SQL names. */
export interface TableUse {
  reads: Set<string>;
  writes: Set<string>;
}

type Kind = keyof TableUse;
type Note = (kind: Kind, table: string) => void;

/** The tables a migration makes, or gives another name. A view is no table: it is a door by itself. */
export const tablesMade = (migration: string): string[] =>
  [
    ...withoutComments(migration).matchAll(
      /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:\w+\.)?(\w+)|\balter\s+table\s+\w+\s+rename\s+to\s+(\w+)/gi,
    ),
  ].map(([, made, renamed]) => (made ?? renamed)!.toLowerCase());

/** What a text of SQL reads and writes, of the tables given. */
export function tablesInSql(text: string, tables: ReadonlySet<string>): TableUse {
  const [use, note] = collecting();
  readSql(text, tables, note);
  return use;
}

/** What a TypeScript source reads and writes: templates tagged `sql`, strings that are statements, calls of the query builder. */
export function tablesInSource(source: string, tables: ReadonlySet<string>): TableUse {
  const [use, note] = collecting();
  // Most sources name no table at all.
  if (![...tables].some((table) => source.includes(table))) return use;
  const { program, errors } = parseSync('source.ts', source);
  if (errors.length > 0) throw new Error(`cannot be read: ${errors[0]!.message}`);
  // A table whose name is a variable may be any of those the file names in quotes.
  const quoted = new Set<string>(
    source.includes('sql.')
      ? nodesIn(program).flatMap((node) => (isText(node) && tables.has(node.value) ? [node.value] : []))
      : [],
  );
  const inPlace = new Set<unknown>();

  const visit = (node: Node, known: ReadonlySet<string>): void => {
    let below = known;
    if (node.type === 'TemplateLiteral') {
      const text = textOf(node, quoted, inPlace);
      if (node.tagged || isStatement(text)) {
        below = without(known, namedQueries(tokensOf(text)));
        readSql(text, below, note, quoted);
      }
    } else if (isText(node)) {
      if (isStatement(node.value)) readSql(node.value, known, note);
    } else if (node.type === 'CallExpression') readCall(node, known, note, inPlace, quoted);
    if (node.type === 'TaggedTemplateExpression' && isSqlTag(node.tag)) node.quasi.tagged = true;
    for (const child of childrenOf(node)) visit(child, below);
  };
  visit(program as unknown as Node, tables);
  return use;
}

function collecting(): [TableUse, Note] {
  const use: TableUse = { reads: new Set(), writes: new Set() };
  return [use, (kind, table) => use[kind].add(table)];
}

// ---- SQL

/** Stands in a text for a name only the running program knows. */
const ANY = '§';

const ends = new Set(
  'where group having window order limit offset fetch for union except intersect returning set values select when ; ) ]'.split(
    ' ',
  ),
);

/** What tells that the word before it is a column. */
const afterColumn = new Set('is in not like ilike between and or as asc desc collate then else end from'.split(' '));

const withoutComments = (text: string): string =>
  text.replace(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, (part) => (part.startsWith("'") ? part : ' '));

const tokensOf = (text: string): string[] =>
  withoutComments(text)
    .toLowerCase()
    .replaceAll('"', '')
    .match(/[a-z_]\w*|\S/g) ?? [];

const without = (all: ReadonlySet<string>, some: readonly string[]): ReadonlySet<string> =>
  new Set([...all].filter((name) => !some.includes(name)));

/** The names a statement gives its own parts: `with name (columns) as materialized (…)`. */
const namedQueries = (tokens: readonly string[]): string[] =>
  [...tokens.join(' ').matchAll(/(?:with|recursive|,) (\w+)(?: \([\w ,]*\))? as (?:(?:not )?materialized )?\(/g)].map(
    ([, name]) => name!,
  );

function readSql(text: string, tables: ReadonlySet<string>, note: Note, any: ReadonlySet<string> = new Set()): void {
  const tokens = tokensOf(text);
  const known = without(tables, namedQueries(tokens));

  /** Notes the table named at a place, if one is. */
  const named = (kind: Kind, at: number, mayBeCall = kind === 'reads'): void => {
    let place = at;
    while (['only', 'lateral', 'table'].includes(tokens[place] ?? '')) place += 1;
    if (['public', 'edge'].includes(tokens[place] ?? '') && tokens[place + 1] === '.') place += 2;
    const name = tokens[place] ?? '';
    if (name === ANY) for (const table of any) note(kind, table);
    const isColumn = tokens[place + 1] === '.';
    const isCall = mayBeCall && tokens[place + 1] === '(';
    if (known.has(name) && !isColumn && !isCall) note(kind, name);
  };
  /** Notes every table of a list: `from a, b` and `from a join b on …, c`. */
  const list = (at: number): void => {
    named('reads', at);
    let depth = 0;
    for (let place = at; place < tokens.length; place += 1) {
      const token = tokens[place]!;
      if (depth === 0 && ends.has(token)) return;
      if ('([{'.includes(token)) depth += 1;
      else if (')]}'.includes(token)) depth -= 1;
      else if (token === ',' && depth === 0) named('reads', place + 1);
    }
  };

  // A fragment for others to put behind their `from`: `customer`, `customer c join …`.
  if (tokens.length === 1 || (/^[a-z]\w*$/.test(tokens[1] ?? '') && !afterColumn.has(tokens[1]!))) named('reads', 0);
  tokens.forEach((token, at) => {
    const before = tokens[at - 1] ?? '';
    const next = at + 1;
    if (token === 'from') {
      if (before === 'delete') named('writes', next);
      else if (before !== 'distinct') list(next);
    } else if (token === 'join') named('reads', next);
    else if (token === 'using') list(next);
    else if (token === 'into' && ['insert', 'merge'].includes(before)) named('writes', next);
    else if (token === 'update' || token === 'truncate') named('writes', next);
    else if (token === 'table' && ['alter', 'drop', 'lock'].includes(before)) named('writes', next);
    else if (token === 'copy') {
      const isOut = /^\S+ (\([^)]*\) )?to\b/.test(tokens.slice(next).join(' '));
      named(isOut ? 'reads' : 'writes', next, false);
    }
  });
}

// ---- TypeScript

// oxlint-disable-next-line typescript/no-explicit-any -- A syntax tree of every kind of node, of which few are looked at.
type Node = any;

const isNode = (value: unknown): boolean => typeof (value as { type?: unknown } | null)?.type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const nodesIn = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(nodesIn)];

const isText = (node: Node): boolean => node.type === 'Literal' && typeof node.value === 'string';

const isSqlTag = (tag: Node): boolean => tag.type === 'Identifier' && tag.name === 'sql';

const isStatement = (text: string): boolean =>
  /^\s*(select|insert into|update|delete from|with|copy|merge into|truncate|lock table|alter table)\s/i.test(text);

const isTableOf = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  isSqlTag(node.callee.object) &&
  ['table', 'id', 'raw'].includes(node.callee.property.name);

/** The text of a template: tables handed to `sql.table` stand in it by name, everything else as something that is no name. */
function textOf(node: Node, quoted: ReadonlySet<string>, inPlace: Set<unknown>): string {
  return node.quasis
    .map(({ value }: Node, index: number) => {
      const hole = node.expressions[index];
      if (!hole) return value.cooked;
      if (!isTableOf(hole)) return `${value.cooked} ? `;
      inPlace.add(hole);
      const [name] = hole.arguments;
      return `${value.cooked} ${isText(name) ? name.value : quoted.size > 0 ? ANY : '?'} `;
    })
    .join('');
}

const builderCalls: Record<string, Kind> = {
  selectFrom: 'reads',
  from: 'reads',
  using: 'reads',
  innerJoin: 'reads',
  leftJoin: 'reads',
  rightJoin: 'reads',
  fullJoin: 'reads',
  crossJoin: 'reads',
  innerJoinLateral: 'reads',
  leftJoinLateral: 'reads',
  insertInto: 'writes',
  replaceInto: 'writes',
  updateTable: 'writes',
  deleteFrom: 'writes',
  mergeInto: 'writes',
};

function readCall(
  node: Node,
  known: ReadonlySet<string>,
  note: Note,
  inPlace: ReadonlySet<unknown>,
  quoted: ReadonlySet<string>,
): void {
  // A table that is chosen in one place and used in another: nobody sees what for.
  if (isTableOf(node) && node.callee.property.name === 'table' && !inPlace.has(node))
    for (const table of quoted) for (const kind of ['reads', 'writes'] as const) note(kind, table);
  const kind = builderCalls[node.callee.property?.name];
  // `Array.from` builds no query.
  if (!kind || /^[A-Z]/.test(node.callee.object?.name ?? '')) return;
  for (const name of node.arguments.slice(0, 1).flatMap((first: Node) => first.elements ?? [first]))
    if (name && isText(name)) {
      const table = name.value.replace(/^public\./, '').split(' ')[0]!;
      if (known.has(table)) note(kind, table);
    }
}
