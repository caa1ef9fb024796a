import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import { namesOf, parseExpression, type Expression } from './parse.ts';

const moment = { nowMs: Date.parse('2026-11-15T20:30:00Z'), timeZone: 'America/Mexico_City' };
const values = { total: 12.5, name: 'Ana', empty: '', count: '3', day: '2026-12-24' };
const of = (text: string) => evaluate(text, values, moment);

test.each([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['-2 * -3', 6],
  ['7 % 4 - 1', 2],
  ['0.1 + 0.2', 0.3],
  ['total * 2', 25],
  ['count + 1', 4],
  ['2 - 1 - 1', 0],
  ['"Hi " + name', 'Hi Ana'],
  ["'it\\'s'", "it's"],
  ['name = "ana"', 1],
  ['name != "ana"', 0],
  ['total > 10 and count >= 3', 1],
  ['not total > 10', 0],
  ['empty or unknown', 0],
  ['count = 3 or 1 / 0 > 1', 1],
  ['len(name)', 3],
  ['upper(name)', 'ANA'],
  ['lower("ÑU")', 'ñu'],
  ['round(2.567, 1)', 2.6],
  ['round(2.5)', 3],
  ['min(3, 1, 2)', 1],
  ['max(3, count)', 3],
  ['concat(name, "-", 1)', 'Ana-1'],
  ['today()', '2026-11-15'],
  ['now()', '14:30'],
  ['dayOfWeek()', 7],
  ['dayOfWeek(day)', 4],
  ['addDays(today(), 20)', '2026-12-05'],
  ['addDays(day, 0 - 24)', '2026-11-30'],
  ['day > today()', 1],
  ['format(day, "DD/MM/YYYY")', '24/12/2026'],
  ['format(total, "0.00")', '12.50'],
  ['if(total > 10, "much", "little")', 'much'],
  ['true and not false', 1],
  ['contains(name, "n")', 1],
])('[FLOW-11] %s is %s', (text, value) => {
  expect(of(text)).toEqual({ ok: true, value });
});

test.each([
  ['1 +', 'unfinished'],
  ['1 2', 'unreadable'],
  ['(1', 'unfinished'],
  ['process(1)', 'unknownFunction'],
  ['constructor("return 1")', 'unknownFunction'],
  ['a.b', 'unreadable'],
  ['len()', 'inputs'],
  ['a[0]', 'unreadable'],
  ['`x`', 'unreadable'],
  ['1 / 0', 'notComputable'],
  ['"a" * 2', 'notComputable'],
  ['addDays("soon", 1)', 'notComputable'],
  ['('.repeat(40) + '1' + ')'.repeat(40), 'tooDeep'],
  [`${'-'.repeat(60)}1`, 'tooDeep'],
  [`1${' + 1'.repeat(300)}`, 'unreadable'],
])('[FLOW-11] %s is refused as %s', (text, why) => {
  expect(of(text)).toEqual({ ok: false, why });
});

test('[FLOW-11] names an object has of itself are no values', () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty']) expect(of(name)).toEqual({ ok: true, value: '' });
});

const written: fc.Arbitrary<Expression> = fc.letrec<{ whole: Expression }>((tie) => ({
  whole: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({
      is: fc.constant('constant' as const),
      value: fc.oneof(fc.nat(999), fc.stringMatching(/^[a-z ]{0,6}$/)),
    }),
    fc.record({ is: fc.constant('value' as const), name: fc.constantFrom('total', 'name', 'count') }),
    fc.record({ is: fc.constant('not' as const), of: tie('whole') }),
    fc.record({
      is: fc.constant('binary' as const),
      sign: fc.constantFrom('+', '-', '*', '/', '==', '<', '>=', 'and', 'or'),
      left: tie('whole'),
      right: tie('whole'),
    }),
    fc.record({
      is: fc.constant('call' as const),
      name: fc.constant('concat'),
      inputs: fc.array(tie('whole'), { minLength: 1, maxLength: 3 }),
    }),
  ) as fc.Arbitrary<Expression>,
})).whole;

function write(expression: Expression): string {
  switch (expression.is) {
    case 'constant':
      return typeof expression.value === 'number' ? String(expression.value) : `"${expression.value}"`;
    case 'value':
      return expression.name;
    case 'not':
      return `(not (${write(expression.of)}))`;
    case 'minus':
      return `(-(${write(expression.of)}))`;
    case 'binary':
      return `(${write(expression.left)} ${expression.sign} ${write(expression.right)})`;
    case 'call':
      return `${expression.name}(${expression.inputs.map(write).join(', ')})`;
  }
}

test('[FLOW-11] whatever is written is read back as it was meant', () => {
  fc.assert(
    fc.property(written, (expression) => {
      const text = write(expression);
      if (text.length > 500) return;
      expect(parseExpression(text)).toEqual({ ok: true, expression });
    }),
  );
});

test('[FLOW-11] no text whatever makes an expression throw or run long', () => {
  const pieces = fc
    .array(
      fc.constantFrom(
        '(',
        ')',
        '+',
        '-',
        'not ',
        'and ',
        '"',
        "'",
        'len(',
        'addDays(',
        ',',
        '1',
        '99999',
        'name',
        'today()',
        '\\',
        ' ',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 80 }), pieces), (text) => {
      const answer = of(text);
      if (answer.ok) expect(typeof answer.value === 'string' || Number.isFinite(answer.value)).toBe(true);
      const parsed = parseExpression(text);
      if (parsed.ok) expect(Array.isArray(namesOf(parsed.expression))).toBe(true);
    }),
    { numRuns: 500 },
  );
});
