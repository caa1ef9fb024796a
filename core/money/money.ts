/** Money is counted in whole ten-thousandths of the currency's unit, so that sums are exact and parts of a cent are whole numbers. */
const E4_OF_UNIT = 10_000;

/** Names of currencies are three capitals; their digits are asked for again and again. */
const digitsOf = new Map<string, number>();

/** How many digits a currency has behind the point: 2 for USD, 0 for JPY. */
export function minorDigits(currency: string): number {
  const known = digitsOf.get(currency);
  if (known !== undefined) return known;
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  digitsOf.set(currency, digits);
  return digits;
}

/** -1250 of USD as `-12.50`. Digits are moved, never divided: no rounding can happen. */
export const decimalText = (minor: number, currency: string): string => pointed(minor, minorDigits(currency));

/** The smallest unit of a currency in ten-thousandths: 100 for a cent, 10,000 for a yen. */
export const minorE4 = (currency: string): number => 10 ** (4 - minorDigits(currency));

export const e4OfMinor = (minor: number, currency: string): number => minor * minorE4(currency);

/** In the smallest unit, half of one rounded away from nothing. */
export const minorOfE4 = (e4: number, currency: string): number => rounded(e4, minorE4(currency));

/** The same as ten-thousandths. */
export const roundedE4 = (e4: number, currency: string): number => e4OfMinor(minorOfE4(e4, currency), currency);

/** An amount as people pay it: with the digits of its currency. */
export const amountText = (e4: number, currency: string): string => decimalText(minorOfE4(e4, currency), currency);

/** An amount to its last digit: 123 as `0.0123`, 12300 of USD as `1.23`, of JPY too. */
export function exactText(e4: number, currency: string): string {
  const text = pointed(e4, 4);
  const least = text.length - 4 + minorDigits(currency);
  const end = Math.max(least, text.search(/0*$/));
  return text.slice(0, end).replace(/\.$/, '');
}

/** A decimal text as ten-thousandths; null for what is no amount, or has more digits than can be counted. */
export function e4OfText(text: string): number | null {
  const read = /^(-?)(\d{1,11})(?:\.(\d{1,4}))?$/.exec(text.trim());
  if (!read) return null;
  const [, sign, whole, parts = ''] = read;
  const e4 = Number(whole) * E4_OF_UNIT + Number(parts.padEnd(4, '0'));
  return sign === '-' && e4 > 0 ? -e4 : e4;
}

function rounded(value: number, step: number): number {
  const whole = Math.trunc(value / step);
  const rest = Math.abs(value % step);
  const away = rest * 2 >= step ? Math.sign(value) : 0;
  return whole + away === 0 ? 0 : whole + away;
}

function pointed(value: number, digits: number): string {
  const figures = String(Math.abs(value)).padStart(digits + 1, '0');
  const whole = figures.slice(0, figures.length - digits);
  return `${value < 0 ? '-' : ''}${whole}${digits > 0 ? `.${figures.slice(-digits)}` : ''}`;
}
