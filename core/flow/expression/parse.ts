import { functionNames, isFunction } from './functions.ts';
import { tokensOf, type Token } from './tokens.ts';

export type Binary = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '>' | '<=' | '>=' | 'and' | 'or';

/** An expression taken apart; nothing in it can run by itself. */
export type Expression =
  | { is: 'constant'; value: string | number }
  | { is: 'value'; name: string }
  | { is: 'not' | 'minus'; of: Expression }
  | { is: 'binary'; sign: Binary; left: Expression; right: Expression }
  | { is: 'call'; name: string; inputs: readonly Expression[] };

/** What is wrong with it, and where (counted from 0). */
export type ParseProblem = { at: number; why: 'unreadable' | 'unfinished' | 'tooDeep' | 'unknownFunction' | 'inputs' };
export type Parsed = { ok: true; expression: Expression } | { ok: false; problem: ParseProblem };

export const MAX_DEPTH = 30;

/** From the loosest to the tightest. */
const levels: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['==', '!=', '<', '>', '<=', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

class Stuck extends Error {
  readonly problem: ParseProblem;
  constructor(problem: ParseProblem) {
    super(problem.why);
    this.problem = problem;
  }
}

/**
 * Reads an expression:
 *
 *   or → and → comparison → + - → * / % → not, minus → number, 'text', name, function(…), ( … )
 *
 * Names are values of the conversation; `=` is the same as `==`. At most 500 signs long and 30 deep.
 */
export function parseExpression(text: string): Parsed {
  const tokens = tokensOf(text);
  if (!Array.isArray(tokens)) return { ok: false, problem: { at: tokens.at, why: 'unreadable' } };
  const reader: Reader = { tokens, next: 0, length: text.length };
  try {
    const expression = level(reader, 0, 0);
    const left = reader.tokens[reader.next];
    return left ? { ok: false, problem: { at: left.at, why: 'unreadable' } } : { ok: true, expression };
  } catch (thrown) {
    if (thrown instanceof Stuck) return { ok: false, problem: thrown.problem };
    throw thrown;
  }
}

/** The values an expression reads. */
export function namesOf(expression: Expression): string[] {
  switch (expression.is) {
    case 'constant':
      return [];
    case 'value':
      return [expression.name];
    case 'not':
    case 'minus':
      return namesOf(expression.of);
    case 'binary':
      return [...namesOf(expression.left), ...namesOf(expression.right)];
    case 'call':
      return expression.inputs.flatMap(namesOf);
  }
}

interface Reader {
  readonly tokens: readonly Token[];
  readonly length: number;
  next: number;
}

const isSign = (token: Token | undefined, ...signs: readonly string[]): boolean =>
  token?.is === 'sign' && signs.includes(token.value);

function level(reader: Reader, at: number, depth: number): Expression {
  if (depth > MAX_DEPTH) throw new Stuck({ at: reader.tokens[reader.next]?.at ?? reader.length, why: 'tooDeep' });
  const signs = levels[at];
  if (!signs) return prefixed(reader, depth);
  let left = level(reader, at + 1, depth);
  let taken = 0;
  for (let token = reader.tokens[reader.next]; isSign(token, ...signs); token = reader.tokens[reader.next]) {
    // A long row of signs leans to the left, and is as deep as it is long to whoever walks it.
    if ((taken += 1) > 100) throw new Stuck({ at: token!.at, why: 'tooDeep' });
    reader.next += 1;
    left = { is: 'binary', sign: token!.value as Binary, left, right: level(reader, at + 1, depth) };
  }
  return left;
}

function prefixed(reader: Reader, depth: number): Expression {
  const token = reader.tokens[reader.next];
  if (!isSign(token, '-', 'not')) return single(reader, depth);
  if (depth >= MAX_DEPTH) throw new Stuck({ at: token!.at, why: 'tooDeep' });
  reader.next += 1;
  // `not a = b` denies the comparison, `-a * b` only the first.
  return token!.value === 'not'
    ? { is: 'not', of: level(reader, 2, depth + 1) }
    : { is: 'minus', of: prefixed(reader, depth + 1) };
}

function single(reader: Reader, depth: number): Expression {
  const token = reader.tokens[reader.next];
  if (!token) throw new Stuck({ at: reader.length, why: 'unfinished' });
  reader.next += 1;
  if (token.is === 'number' || token.is === 'text') return { is: 'constant', value: token.value };
  if (token.is === 'word')
    return isSign(reader.tokens[reader.next], '(') ? called(reader, token, depth) : { is: 'value', name: token.value };
  if (token.value === 'true' || token.value === 'false')
    return { is: 'constant', value: token.value === 'true' ? 1 : 0 };
  if (token.value !== '(') throw new Stuck({ at: token.at, why: 'unreadable' });
  const inside = level(reader, 0, depth + 1);
  close(reader);
  return inside;
}

function called(reader: Reader, { value: name, at }: Token, depth: number): Expression {
  if (typeof name !== 'string' || !isFunction(name)) throw new Stuck({ at, why: 'unknownFunction' });
  reader.next += 1;
  const inputs: Expression[] = [];
  while (!isSign(reader.tokens[reader.next], ')')) {
    if (inputs.length > 0) {
      if (!isSign(reader.tokens[reader.next], ','))
        throw new Stuck({ at: reader.tokens[reader.next]?.at ?? reader.length, why: 'unfinished' });
      reader.next += 1;
    }
    inputs.push(level(reader, 0, depth + 1));
  }
  close(reader);
  const [least, most] = functionNames[name];
  if (inputs.length < least || inputs.length > most) throw new Stuck({ at, why: 'inputs' });
  return { is: 'call', name, inputs };
}

function close(reader: Reader): void {
  const token = reader.tokens[reader.next];
  if (!isSign(token, ')')) throw new Stuck({ at: token?.at ?? reader.length, why: 'unfinished' });
  reader.next += 1;
}
