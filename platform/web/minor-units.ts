import { minorDigits } from '#core/money/money.ts';
import { shownMoney } from '#core/money/shown-money.ts';
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

/** An amount in ten-thousandths of the unit, as people pay it: rounded to the digits of its currency. */
export const paidText = (e4: number, currency: string, language: Language): string =>
  shownMoney(e4, currency, language);

/** The same to its last digit, for prices and what is less than the smallest unit: 123 of USD is $0.0123. */
export const priceText = (e4: number, currency: string, language: Language): string =>
  shownMoney(e4, currency, language, 'exact');
