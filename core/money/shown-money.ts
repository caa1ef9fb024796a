import { amountText, exactText, minorDigits } from './money.ts';

/** Node and browsers write decimal texts digit by digit; types know numbers alone. */
type WritesText = { format(text: string): string };
const formats = new Map<string, WritesText>();

/** An amount as people of a language read it: as it is paid, or to its last digit where lines must add up. */
export function shownMoney(
  e4: number,
  currency: string,
  language: string,
  precision: 'paid' | 'exact' = 'paid',
): string {
  const key = `${language} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    const options = {
      style: 'currency',
      currency,
      minimumFractionDigits: minorDigits(currency),
      maximumFractionDigits: 4,
    };
    format = new Intl.NumberFormat(language, options as Intl.NumberFormatOptions) as unknown as WritesText;
    formats.set(key, format);
  }
  return format.format(precision === 'paid' ? amountText(e4, currency) : exactText(e4, currency));
}
