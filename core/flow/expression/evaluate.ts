import type { Value, Values } from '../flow.ts';
import { callFunction, isFunction, isTrue, MAX_TEXT, numberOf, type Moment } from './functions.ts';
import { parseExpression, type Binary, type Expression } from './parse.ts';

export type Evaluated = { ok: true; value: Value } | { ok: false; why: string };

/** What an expression comes to, without ever running anything but what stands here. A name that is not known is an empty text. */
export function evaluate(text: string, values: Values, moment: Moment): Evaluated {
  const parsed = parseExpression(text);
  if (!parsed.ok) return { ok: false, why: parsed.problem.why };
  const value = valueOf(parsed.expression, values, moment);
  return value === null ? { ok: false, why: 'notComputable' } : { ok: true, value };
}

function valueOf(expression: Expression, values: Values, moment: Moment): Value | null {
  switch (expression.is) {
    case 'constant':
      return expression.value;
    case 'value':
      return Object.hasOwn(values, expression.name) ? values[expression.name]! : '';
    case 'not': {
      const value = valueOf(expression.of, values, moment);
      return value === null ? null : isTrue(value) ? 0 : 1;
    }
    case 'minus': {
      const value = valueOf(expression.of, values, moment);
      const number = value === null ? null : numberOf(value);
      return number === null ? null : -number;
    }
    case 'binary':
      return binary(expression, values, moment);
    case 'call': {
      const inputs = expression.inputs.map((input) => valueOf(input, values, moment));
      if (inputs.some((input) => input === null) || !isFunction(expression.name)) return null;
      return callFunction(expression.name, inputs as Value[], moment);
    }
  }
}

function binary(
  { sign, left, right }: Extract<Expression, { is: 'binary' }>,
  values: Values,
  moment: Moment,
): Value | null {
  const one = valueOf(left, values, moment);
  if (one === null) return null;
  // What cannot change the answer is not looked at: `total = 0 or sum / total > 3`.
  if (sign === 'and' && !isTrue(one)) return 0;
  if (sign === 'or' && isTrue(one)) return 1;
  const two = valueOf(right, values, moment);
  if (two === null) return null;
  if (sign === 'and' || sign === 'or') return isTrue(two) ? 1 : 0;
  return isComparison(sign) ? (compared(sign, one, two) ? 1 : 0) : computed(sign, one, two);
}

const isComparison = (sign: Binary): boolean => ['==', '!=', '<', '>', '<=', '>='].includes(sign);

/** As numbers where both are; dates and times compare as the texts they are. */
function compared(sign: Binary, one: Value, two: Value): boolean {
  const [first, second] = [numberOf(one), numberOf(two)];
  const order =
    first !== null && second !== null
      ? first - second
      : compareTexts(String(one).toLowerCase(), String(two).toLowerCase());
  switch (sign) {
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '>':
      return order > 0;
    case '<=':
      return order <= 0;
    default:
      return order >= 0;
  }
}

const compareTexts = (one: string, two: string): number => (one < two ? -1 : one > two ? 1 : 0);

function computed(sign: Binary, one: Value, two: Value): Value | null {
  const [first, second] = [numberOf(one), numberOf(two)];
  if (sign === '+' && (first === null || second === null)) return (String(one) + String(two)).slice(0, MAX_TEXT);
  if (first === null || second === null) return null;
  const result =
    sign === '+'
      ? first + second
      : sign === '-'
        ? first - second
        : sign === '*'
          ? first * second
          : sign === '/'
            ? first / second
            : first % second;
  // 0.1 + 0.2 is 0.3 to whoever hears it.
  return Number.isFinite(result) ? Number(result.toPrecision(15)) : null;
}
