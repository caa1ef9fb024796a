import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellText, harmlessCell } from './formula-cell.ts';

test('[CDP-02] every text comes back from a file as it went in', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\n', '＝', 'a', '1', ' ')), (letters) => {
      const text = letters.join('');
      expect(cellText(harmlessCell(text))).toBe(text);
    }),
  );
});

test.each(['=1+1', '+5215551234', '-2', '@SUM(A1)', '＝1', "'=1+1"])(
  '[complaint 17] %s cannot run in a spreadsheet',
  (text) => {
    expect(harmlessCell(text)).toBe(`'${text}`);
  },
);

test.each(["'tis", '', "'", 'a=b'])('[CDP-02] %j stays as it is, both ways', (text) => {
  expect([harmlessCell(text), cellText(text)]).toEqual([text, text]);
});
