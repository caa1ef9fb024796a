/** Letters and digits that nobody takes for one another, 32 of them. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Five bits each: 80 bits, which nobody guesses. */
const LENGTH = 16;
/** Bytes of chance a code is made of. */
export const VOUCHER_BYTES = (LENGTH * 5) / 8;

/** Chance as people copy it from paper: `7K2M-…`, four groups of four. */
export function voucherCode(chance: Uint8Array): string {
  let bits = 0n;
  for (const byte of chance.subarray(0, VOUCHER_BYTES)) bits = (bits << 8n) | BigInt(byte);
  const letters = Array.from(
    { length: LENGTH },
    (_, place) => LETTERS[Number((bits >> BigInt(75 - 5 * place)) & 31n)]!,
  );
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

/** What somebody typed, as the code it stands for; null for what can be none. */
export function readVoucherCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (letters.length !== LENGTH || [...letters].some((letter) => !LETTERS.includes(letter))) return null;
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}
