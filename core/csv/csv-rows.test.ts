import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRows, delimiterOf, newlineOf } from './csv-rows.ts';

function read(text: string, delimiter = ',', pieces = [text.length]): string[][] {
  const reader = csvRows(delimiter, newlineOf(text));
  const rows = [];
  let at = 0;
  for (const length of pieces) {
    rows.push(...reader.push(text.slice(at, at + length)));
    at += length;
  }
  return [...rows, ...reader.push(text.slice(at)), ...reader.end()].map(({ cells }) => cells);
}
const lines = (text: string): number[] => {
  const reader = csvRows(',');
  return [...reader.push(text), ...reader.end()].map(({ line }) => line);
};

test.each<[string, string[][]]>([
  [
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\rc,d\r',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"x,y","say ""hi""","two\r\nlines",\n', [['x,y', 'say "hi"', 'two\r\nlines', '']]],
  [
    '"a","b"\n"c","d"',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['5" pipe,3\n', [['5" pipe', '3']]],
  ['"a"b,c\n', [['ab', 'c']]],
  ['a,"","b"\n', [['a', '', 'b']]],
  ['a\n\n\r\nb', [['a'], ['b']]],
  ['', []],
  ['"a', [['"a']]],
])('[CDP-02] %j is read as it is meant', (text, rows) => {
  expect(read(text)).toEqual(rows);
});

test('[CDP-02] whatever is written comes back, however it is cut into pieces', () => {
  const cell = fc
    .array(fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'é', '王', ';'))
    .map((letters) => letters.join(''));
  const row = fc.array(cell, { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), fc.array(fc.integer({ min: 1, max: 9 })), (rows, pieces) => {
      const text = rows
        .map(
          (cells) =>
            `${cells.map((one) => (/[",\r\n]/.test(one) ? `"${one.replaceAll('"', '""')}"` : one)).join(',')}\r\n`,
        )
        .join('');
      expect(read(text, ',', pieces)).toEqual(rows);
    }),
  );
});

test('[CDP-02] a row is called by the line it begins at', () => {
  expect(lines('a\n"b\nb",c\n\nd\n')).toEqual([1, 2, 5]);
});

test('[CDP-02] a mark that is never closed spoils its own line alone', () => {
  const reader = csvRows(',');
  expect([...reader.push('"a,b\nc,d\n'), ...reader.end()]).toEqual([
    { line: 1, cells: ['"a,b'], isBroken: true },
    { line: 2, cells: ['c', 'd'] },
  ]);
  const long = csvRows(',');
  const rows = [...long.push('"a,b\n'), ...long.push('c,d\n'.repeat(600_000)), ...long.end()];
  expect([rows.length, rows[0]!.isBroken, rows.at(-1)]).toEqual([600_001, true, { line: 600_001, cells: ['c', 'd'] }]);
});

test.each([
  ['a,b\n1,2\n', ','],
  ['a;b\n1,5;2,5\n3,5;4,5\n', ';'],
  ['a\tb\n1,2\t3\n', '\t'],
  ['a|b|c\n', '|'],
  ['sep=;\na,b;c\n', ';'],
  ['name\nAna\n', ','],
  ['Filter,VIP\nTime zone,UTC\nname,phone,mail\na,1,x\nb,2,y\nc,3,z\n', ','],
])('[CDP-02] the cells of %j are separated by %j', (text, delimiter) => {
  expect(delimiterOf(text)).toBe(delimiter);
});
