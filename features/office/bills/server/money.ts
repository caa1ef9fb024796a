/** How many digits a currency has behind the point: 2 for USD, 0 for JPY. */
export const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** -1250 of USD as `-12.50`. Digits are moved, never divided: no rounding can happen. */
export function decimalText(minor: number, currency: string): string {
  const digits = minorDigits(currency);
  const figures = String(Math.abs(minor)).padStart(digits + 1, '0');
  const whole = figures.slice(0, figures.length - digits);
  return `${minor < 0 ? '-' : ''}${whole}${digits > 0 ? `.${figures.slice(-digits)}` : ''}`;
}
