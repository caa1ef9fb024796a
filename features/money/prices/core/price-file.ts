import type { FileRow } from '#core/csv/csv-rows.ts';
import type { ListedPrice, PricedKind, PriceService } from '#core/money/choose-price.ts';
import { prefixCell, priceCellE4 } from '#core/money/price-cells.ts';
import { diallingCode } from '#shared/countries.ts';
import { isTimed, rowFaultOf, type PriceColumn, type PriceRowFault } from './price-rules.ts';

/** What words of a file stand for, in lower case and in every language people may have taken one along in. */
export interface PriceWords {
  columns: ReadonlyMap<string, PriceColumn>;
  services: ReadonlyMap<string, PriceService>;
  kinds: ReadonlyMap<string, PricedKind | ''>;
  variants: ReadonlyMap<string, 'voice' | 'text' | ''>;
  /** Countries by their names. */
  countries: ReadonlyMap<string, string>;
}

export interface WrongPriceRow {
  line: number;
  column: PriceColumn | null;
  why: PriceRowFault;
  cells: string[];
}

export interface ReadPrices {
  /** As the file has them; without heading none. */
  titles: string[];
  rows: ListedPrice[];
  wrong: WrongPriceRow[];
}

class Wrong extends Error {
  readonly column: PriceColumn | null;
  readonly why: PriceRowFault;

  constructor(column: PriceColumn | null, why: PriceRowFault) {
    super(why);
    this.column = column;
    this.why = why;
  }
}

const PERIOD_MOST_SEC = 3_600;
/** How a carrier's own list begins, which has no heading we know: digits, and what a minute costs. */
const BARE: ReadonlyMap<PriceColumn, number> = new Map([
  ['prefix', 0],
  ['price', 1],
]);

/** Where columns are by the heading; null where the first row names no price. */
function placesOf(head: FileRow, words: PriceWords): ReadonlyMap<PriceColumn, number> | null {
  const places = new Map<PriceColumn, number>();
  for (const [place, cell] of head.cells.entries()) {
    const column = words.columns.get(cell.trim().toLowerCase());
    if (column && !places.has(column)) places.set(column, place);
  }
  return places.has('price') ? places : null;
}

/**
 * Reads a file of prices row by row: one price each, below a heading that names its columns in any order and language; what is left out
 * is empty, and what a price is for, calls. Without a heading that names a price the first columns are a prefix and the price of a minute.
 * Every row that is wrong is told; a price for the same thing twice is.
 */
export function priceReader(words: PriceWords): { take(row: FileRow): void; read: ReadPrices } {
  const read: ReadPrices = { titles: [], rows: [], wrong: [] };
  const seen = new Set<string>();
  let places: ReadonlyMap<PriceColumn, number> | null = null;

  /** Whether the first row is no price but says what stands below it. */
  function isHeading(first: FileRow): boolean {
    const named = placesOf(first, words);
    places = named ?? BARE;
    if (!named && /\d/.test(first.cells[0] ?? '')) return false;
    read.titles = first.cells;
    return true;
  }

  function priceIn({ cells, isBroken }: FileRow, at: ReadonlyMap<PriceColumn, number>): ListedPrice {
    if (isBroken) throw new Wrong(null, 'quotes');
    const row = readRow((column) => cells[at.get(column) ?? -1]?.trim() ?? '', words);
    const key = [row.service, row.kind, row.variant, row.country, row.prefix].join(' ');
    if (seen.has(key)) throw new Wrong(null, 'twice');
    seen.add(key);
    return row;
  }

  return {
    read,
    take(row) {
      if (places === null && isHeading(row)) return;
      try {
        read.rows.push(priceIn(row, places!));
      } catch (thrown) {
        if (!(thrown instanceof Wrong)) throw thrown;
        read.wrong.push({ line: row.line, column: thrown.column, why: thrown.why, cells: row.cells });
      }
    },
  };
}

function readRow(cell: (column: PriceColumn) => string, words: PriceWords): ListedPrice {
  function choice<K extends string>(
    column: 'service' | 'kind' | 'variant',
    known: ReadonlyMap<string, K>,
    otherwise: K,
  ): K {
    const text = cell(column).toLowerCase();
    const found = text === '' ? otherwise : known.get(text);
    if (found === undefined) throw new Wrong(column, column);
    return found;
  }
  const service = choice('service', words.services, 'call');
  const kind = choice<PricedKind | ''>('kind', words.kinds, '');
  const variant = choice<'voice' | 'text' | ''>('variant', words.variants, '');
  const country = countryCell(cell('country'), words);
  const prefix = cell('prefix') === '' ? '' : prefixCell(cell('prefix'));
  if (prefix === null) throw new Wrong('prefix', 'prefix');
  const fault = rowFaultOf({ service, kind, variant, country, prefix });
  if (fault) throw new Wrong(fault.field, fault.why);
  const priceE4 = priceCellE4(cell('price'));
  if (priceE4 === null) throw new Wrong('price', 'price');
  const setupE4 = cell('setup') === '' ? 0 : priceCellE4(cell('setup'));
  if (setupE4 === null) throw new Wrong('setup', 'setup');
  if (setupE4 > 0 && service !== 'call') throw new Wrong('setup', 'setupMisplaced');
  const timed = isTimed(service);
  const firstSec = timed ? seconds(cell('first'), 'first', 60) : 60;
  const nextSec = timed ? seconds(cell('next'), 'next', cell('first') === '' ? 60 : firstSec) : 60;
  return { service, kind, variant, country, prefix, firstSec, nextSec, setupE4, priceE4 };
}

function countryCell(text: string, words: PriceWords): string {
  if (text === '') return '';
  const iso2 = text.toUpperCase();
  if (/^[A-Z]{2}$/.test(iso2) && diallingCode(iso2) !== null) return iso2;
  const named = words.countries.get(text.toLowerCase());
  if (named === undefined) throw new Wrong('country', 'country');
  return named;
}

/** Whole seconds, up to an hour. */
function seconds(text: string, column: 'first' | 'next', otherwise: number): number {
  if (text === '') return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > PERIOD_MOST_SEC) throw new Wrong(column, 'seconds');
  return value;
}
