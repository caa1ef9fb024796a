import { diallingCodeOf } from '#core/call/number-country.ts';
import type { ListedPrice, PriceService } from '#core/money/choose-price.ts';
import { diallingCode } from '#shared/countries.ts';

/** What a price is for. */
export type PricePlace = Pick<ListedPrice, 'service' | 'kind' | 'variant' | 'country' | 'prefix'>;
export type PriceField = 'kind' | 'variant' | 'country' | 'prefix';

/** Columns of a file of prices. */
export const priceColumns = [
  'service',
  'kind',
  'variant',
  'country',
  'prefix',
  'price',
  'setup',
  'first',
  'next',
] as const;
export type PriceColumn = (typeof priceColumns)[number];

/** What can be wrong with a row. */
export const priceRowFaults = [
  'quotes',
  'service',
  'kind',
  'kindMisplaced',
  'variant',
  'variantMisplaced',
  'country',
  'countryMisplaced',
  'prefix',
  'prefixMisplaced',
  'prefixElsewhere',
  'price',
  'setup',
  'setupMisplaced',
  'seconds',
  'twice',
] as const;
export type PriceRowFault = (typeof priceRowFaults)[number];

/** What costs by where it goes to, or where it comes from. */
export const hasPlace = (service: PriceService): boolean => service !== 'seat' && service !== 'storage';
/** What costs by the minute. */
export const isTimed = (service: PriceService): boolean => service === 'call' || service === 'ai';

/** Numbers of a country begin with its code: the prefix and the code must be beginnings of one another. */
function isElsewhere(country: string, prefix: string): boolean {
  const code = diallingCode(country);
  return code !== null && !prefix.startsWith(code) && !code.startsWith(prefix);
}

/** Where what a price is for does not fit together; null: it does. */
export function rowFaultOf({
  service,
  kind,
  variant,
  country,
  prefix,
}: PricePlace): { field: PriceField; why: PriceRowFault } | null {
  if (kind !== '' && service !== 'call') return { field: 'kind', why: 'kindMisplaced' };
  if (variant !== '' && service !== 'seat') return { field: 'variant', why: 'variantMisplaced' };
  if (country !== '' && !hasPlace(service)) return { field: 'country', why: 'countryMisplaced' };
  if (prefix !== '' && !hasPlace(service)) return { field: 'prefix', why: 'prefixMisplaced' };
  // One digit may begin several codes; with three at least one must be there.
  if (prefix.length >= 3 && diallingCodeOf(prefix) === null) return { field: 'prefix', why: 'prefixElsewhere' };
  if (country !== '' && isElsewhere(country, prefix)) return { field: 'prefix', why: 'prefixElsewhere' };
  return null;
}
