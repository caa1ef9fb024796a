/** As many digits as any number has. */
const PREFIX = /^\d{1,15}$/;
const PRICE = /^\d{1,8}([.,]\d{1,4})?$/;
/** As spreadsheets keep what somebody typed with few digits: `1.23E-2`, `0.012300000000000001`. */
const KEPT_BY_SHEET = /^\d{1,8}(\.\d+)?(E[+-]?\d{1,2})?$/i;
const E4 = 10_000;
const NOISE = 1e-6;

/** The first digits of numbers, as a cell of a price list has them; `+` and `00` before them go. Null: no such digits. */
export function prefixCell(text: string): string | null {
  const digits = text.replace(/^(\+|00)/, '');
  return PREFIX.test(digits) ? digits : null;
}

/** A price as a cell has it, with a point or a comma and at most four digits behind it, in ten-thousandths. Null: no price. */
export function priceCellE4(text: string): number | null {
  if (PRICE.test(text)) {
    const [whole = '', part = ''] = text.split(/[.,]/);
    return Number(whole) * E4 + Number(part.padEnd(4, '0'));
  }
  if (!KEPT_BY_SHEET.test(text)) return null;
  const amount = Number(text) * E4;
  return Math.abs(amount - Math.round(amount)) < NOISE ? Math.round(amount) : null;
}
