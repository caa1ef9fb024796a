import type { PriceFault } from '#core/call/route-choices.ts';
import { csvRows, newlineOf } from '#core/csv/csv-rows.ts';
import { cellText } from '#core/csv/formula-cell.ts';
import { prefixCell, priceCellE4 } from '#core/money/price-cells.ts';

interface PriceList {
  prices: { prefix: string; perMinute: number }[];
  wrong: { line: number; why: PriceFault }[];
}

const E4 = 10_000;

/**
 * Reads the price list of a carrier: the first digits of numbers, and what a minute costs. A first row that begins with no digit is
 * a heading; `+` and `00` before the digits go. Every row that is wrong is told, and digits that come twice are.
 */
export function readPriceList(text: string, rowsMost: number): PriceList {
  // Where anything else separates cells, a comma belongs to the price.
  const delimiter = [';', '\t'].find((one) => text.includes(one)) ?? ',';
  const reader = csvRows(delimiter, newlineOf(text));
  const rows = [...reader.push(text.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '')), ...reader.end()];
  if (rows[0] && !/\d/.test(rows[0].cells[0] ?? '')) rows.shift();
  const byPrefix = new Map<string, number>();
  const wrong: PriceList['wrong'] = [];
  if (rows.length > rowsMost) return { prices: [], wrong: [{ line: rows[rowsMost]!.line, why: 'tooMany' }] };
  for (const { line, cells } of rows) {
    const [first = '', second] = cells.map((cell) => cellText(cell.trim()).trim());
    const prefix = prefixCell(first);
    const price = second === undefined ? null : priceCellE4(second);
    if (second === undefined) wrong.push({ line, why: 'columns' });
    else if (prefix === null) wrong.push({ line, why: 'prefix' });
    else if (price === null) wrong.push({ line, why: 'price' });
    else if (byPrefix.has(prefix)) wrong.push({ line, why: 'twice' });
    else byPrefix.set(prefix, price / E4);
  }
  return { prices: [...byPrefix].map(([prefix, perMinute]) => ({ prefix, perMinute })), wrong };
}
