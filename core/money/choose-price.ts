/** What is priced. A minute of a call, one a flow talks on top of it, a part of a message, a seat, a number, a gigabyte (a month each). */
export const priceServices = ['call', 'ai', 'sms', 'seat', 'number', 'storage'] as const;
export type PriceService = (typeof priceServices)[number];

/** Of calls: those that go out by a person, by a task, by a flow's task, and those that come in. */
export const pricedKinds = ['manual', 'task', 'ai', 'inbound'] as const;
export type PricedKind = (typeof pricedKinds)[number];

/** A price of a list, and what it is for. Amounts are whole ten-thousandths of the currency's unit. */
export interface ListedPrice {
  service: PriceService;
  /** Empty: any call that goes out. */
  kind: PricedKind | '';
  /** Of seats; empty: any. */
  variant: string;
  /** Empty: any. */
  country: string;
  /** First digits of the number, with its country's code; empty: any. */
  prefix: string;
  firstSec: number;
  nextSec: number;
  setupE4: number;
  priceE4: number;
}

/** What somebody wants to know the price of. */
export interface PriceQuestion {
  service: PriceService;
  kind?: PricedKind | '';
  variant?: string;
  country?: string;
  /** Digits with the country's code. */
  number?: string;
}

type Place = Pick<ListedPrice, 'service' | 'kind' | 'variant' | 'country' | 'prefix'>;

/** Whether a price of a list is for what is asked. What comes in has prices of its own: those for calls that go out do not mean it. */
export const isPriceFor = (
  row: Place,
  { service, kind = '', variant = '', country = '', number = '' }: PriceQuestion,
): boolean =>
  row.service === service &&
  (row.kind === kind || (row.kind === '' && !(service === 'call' && kind === 'inbound'))) &&
  (row.variant === '' || row.variant === variant) &&
  (row.country === '' || row.country === country) &&
  number.startsWith(row.prefix);

/** The longest beginning of the number first, then a country over none, a kind over any, a variant over any. */
const isNearer = (one: Place, other: Place): boolean => {
  if (one.prefix.length !== other.prefix.length) return one.prefix.length > other.prefix.length;
  if ((one.country === '') !== (other.country === '')) return one.country !== '';
  if ((one.kind === '') !== (other.kind === '')) return one.kind !== '';
  return one.variant !== '' && other.variant === '';
};

/**
 * What something costs by lists in the order they are asked: a list that has a price for it is not overruled by a later one,
 * however well that fits. Null where none has. `price_of` says the same in SQL.
 */
export function choosePrice<Row extends ListedPrice>(
  lists: readonly (readonly Row[])[],
  question: PriceQuestion,
): Row | null {
  for (const rows of lists) {
    let found: Row | null = null;
    for (const row of rows) if (isPriceFor(row, question) && (!found || isNearer(row, found))) found = row;
    if (found) return found;
  }
  return null;
}
