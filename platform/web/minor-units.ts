import { minorDigits } from '#core/money/money.ts';
import type { Language } from '#shared/languages.ts';

/** Prices are kept with so many decimals of the smallest unit. */
const FINEST = 4;

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
