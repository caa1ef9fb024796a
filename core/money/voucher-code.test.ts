import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readVoucherCode, VOUCHER_BYTES, voucherCode } from './voucher-code.ts';

test('[CC-11] a voucher’s code is read however people type it, and two of different chance differ', () => {
  const bytes = fc.uint8Array({ minLength: VOUCHER_BYTES, maxLength: VOUCHER_BYTES });
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const code = voucherCode(one);
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
      expect(readVoucherCode(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(code);
      expect(readVoucherCode(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code);
      expect(voucherCode(other) === code).toBe(Buffer.compare(one, other) === 0);
    }),
  );
  for (const typed of ['', '1234', 'U'.repeat(16), '7'.repeat(17)]) expect(readVoucherCode(typed)).toBeNull();
});
