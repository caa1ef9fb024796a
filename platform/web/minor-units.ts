import { minorDigits, minorE4 } from '#core/money/money.ts';
import type { Language } from '#shared/languages.ts';

/** Prices are kept with so many decimals of the smallest unit. */
const FINEST = 4;

/** A price of ten-thousandths of the currency's unit, to its last digit: 123 are $0.0123, 25,000 are $2.50. */
export const priceText = (e4: number, currency: string, language: Language): string =>
  minorText(e4 / minorE4(currency), currency, language);

/** An amount in the smallest unit of its currency, as people write it: 1.25 cents are $0.0125. */
export function minorText(amount: number, currency: string, language: Language): string {
  const digits = minorDigits(currency);
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits + FINEST,
  }).format(amount / 10 ** digits);
}
