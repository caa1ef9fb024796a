import fc from 'fast-check';
import { expect, test } from 'vitest';
import { billSum, billedServices, isPayment, mergedLines, serviceOf, type BillLine } from './bill.ts';
import { entryKindNames } from './entry-kinds.ts';
import { minorE4 } from './money.ts';

const aLine = (more: Partial<BillLine> = {}): BillLine => ({
  service: 'call',
  kind: 'manual',
  direction: 'outbound',
  country: 'MX',
  note: '',
  count: 1,
  seconds: 60,
  amountE4: 123,
  ...more,
});

test('calls of the same kind and country are one line, others are not', () => {
  const lines = mergedLines([
    aLine({ country: 'MX' }),
    aLine({ service: 'seat', kind: 'voice', direction: '', country: '', count: 30, seconds: 0, amountE4: 290_000 }),
    aLine({ country: 'ID', seconds: 90 }),
    aLine({ country: 'MX', seconds: 30, amountE4: 62 }),
  ]);
  expect(
    lines.map(({ service, country, count, seconds, amountE4 }) => [service, country, count, seconds, amountE4]),
  ).toEqual([
    ['call', 'ID', 1, 90, 123],
    ['call', 'MX', 2, 90, 185],
    ['seat', '', 30, 0, 290_000],
  ]);
});

test.each([
  ['USD', 123_449, [1600], 123_400, -49, [19_700], 143_100],
  ['USD', 123_450, [1600, 150], 123_500, 50, [19_800, 1_900], 145_200],
  ['EUR', -123_450, [1900], -123_500, -50, [-23_500], -147_000],
  ['JPY', 1_234_999, [1000], 1_230_000, -4_999, [120_000], 1_350_000],
  ['JPY', 1_235_000, [800], 1_240_000, 5_000, [100_000], 1_340_000],
  ['USD', 0, [1600], 0, 0, [0], 0],
] as const)(
  '%s of %i ten-thousandths is rounded to what people pay, and taxed',
  (currency, amountE4, rates, base, rounding, taxes, total) => {
    const sum = billSum(
      [aLine({ amountE4 })],
      currency,
      rates.map((rate) => ({ name: 'Tax', rate })),
    );
    expect(sum.roundingE4).toBe(rounding);
    expect(sum.taxes.map((tax) => [tax.baseE4, tax.amountE4])).toEqual(taxes.map((tax) => [base, tax]));
    expect(sum.totalE4).toBe(total);
  },
);

test('every kind of entry is a line, a payment, or what a bill books itself', () => {
  const others = entryKindNames.filter((kind) => serviceOf(kind) === null && !isPayment(kind));
  expect(others).toEqual(['tax', 'rounding']);
  expect(entryKindNames.filter((kind) => serviceOf(kind) !== null && isPayment(kind))).toEqual([]);
});

const someLine = fc.record({
  service: fc.constantFrom(...billedServices),
  kind: fc.constantFrom('', 'manual', 'task', 'inbound'),
  direction: fc.constantFrom('', 'inbound', 'outbound'),
  country: fc.constantFrom('', 'MX', 'ID', 'CN'),
  note: fc.constantFrom('', 'late'),
  count: fc.integer({ min: 1, max: 500 }),
  seconds: fc.integer({ min: 0, max: 100_000 }),
  amountE4: fc.integer({ min: -2_000_000, max: 90_000_000 }),
});

test('bills of random months agree with their entries to the smallest unit, however these are grouped', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('USD', 'EUR', 'JPY'),
      fc.array(someLine, { maxLength: 60 }),
      fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 3 }),
      fc.integer({ min: 0, max: 60 }),
      (currency, entries, rates, cut) => {
        const taxes = rates.map((rate, place) => ({ name: `tax ${place}`, rate }));
        const bill = billSum(entries, currency, taxes);
        const exact = entries.reduce((sum, { amountE4 }) => sum + amountE4, 0);
        expect(bill.sumE4).toBe(exact);
        expect(bill.lines.reduce((sum, { amountE4 }) => sum + amountE4, 0)).toBe(exact);
        expect(bill.lines.reduce((sum, { count }) => sum + count, 0)).toBe(
          entries.reduce((sum, { count }) => sum + count, 0),
        );
        expect(Math.abs(bill.roundingE4) * 2).toBeLessThanOrEqual(minorE4(currency));
        expect(Math.abs(bill.totalE4) % minorE4(currency)).toBe(0);
        expect(bill.sumE4 + bill.roundingE4 + bill.taxes.reduce((sum, { amountE4 }) => sum + amountE4, 0)).toBe(
          bill.totalE4,
        );
        // Parts of a month, each summed by itself, are the month.
        const grouped = [...mergedLines(entries.slice(0, cut)), ...mergedLines(entries.slice(cut))];
        expect(billSum(grouped, currency, taxes)).toEqual(bill);
      },
    ),
  );
});
