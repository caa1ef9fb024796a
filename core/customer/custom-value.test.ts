import { expect, test } from 'vitest';
import { DateFormat } from '#shared/codes/date-format.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { readCustomValue, writeDate } from './custom-value.ts';

const kind = (type: VariableType) => ({ type, options: ['Gold', 'Silver'] });

test.each<[VariableType, string | number, string | number | null]>([
  [VariableType.number, '1,234.5', 1_234.5],
  [VariableType.number, -3, -3],
  [VariableType.price, '19.90', 19.9],
  [VariableType.phone, '+52 55 1234 5678', '525512345678'],
  [VariableType.sequence, '0042', '0042'],
  [VariableType.date, '2026-2-3', '2026-02-03'],
  [VariableType.date, '31/01/2026', '2026-01-31'],
  [VariableType.date, '01/31/2026', '2026-01-31'],
  [VariableType.time, '9:05', '09:05:00'],
  [VariableType.choice, 'gold', 'Gold'],
  [VariableType.text, '  blue ', 'blue'],
  [VariableType.characters, 'x', 'x'],
  [VariableType.number, '   ', null],
])('[CDP-04] a field of type %i reads %s as %s', (type, given, value) => {
  expect(readCustomValue(kind(type), given)).toEqual({ ok: true, value });
});

test.each<[VariableType, string, string]>([
  [VariableType.number, '12 apples', 'number'],
  [VariableType.number, '1,23', 'number'],
  [VariableType.phone, 'none', 'phone'],
  [VariableType.sequence, '4-2', 'digits'],
  [VariableType.date, '30/02/2026', 'date'],
  [VariableType.date, 'soon', 'date'],
  [VariableType.time, '24:00', 'time'],
  [VariableType.choice, 'Bronze', 'choice'],
  [VariableType.text, 'x'.repeat(2_001), 'tooLong'],
])('[CDP-04] a field of type %i refuses %s: %s', (type, given, why) => {
  expect(readCustomValue(kind(type), given)).toEqual({ ok: false, why });
});

test('[CDP-04] a kept date is read again from every format it is written in', () => {
  for (const { code } of DateFormat.rows) {
    for (const date of ['2026-12-31', '2026-02-03']) {
      const shown = writeDate(date, code);
      expect(readCustomValue({ ...kind(VariableType.date), format: String(code) }, shown), shown).toEqual({
        ok: true,
        value: date,
      });
    }
  }
});
