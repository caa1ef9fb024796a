import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VariableType } from '#shared/codes/variable-type.ts';
import { fromWire, knownParams, toWire, wireParams, type WireVariable } from './wire-value.ts';

const [time, date, number] = [VariableType.time, VariableType.date, VariableType.number];
const variable = (valueType: WireVariable['valueType'], valueFormat = 0): WireVariable => ({ valueType, valueFormat });

test.each([
  [variable(time, 1), '14:30', '2:30 PM', '14:30'],
  [variable(time, 1), '00:05', '12:05 AM', '00:05'],
  [variable(time, 2), '14:30', '14:30', '14:30'],
  [variable(time, 0), '09:05', '09:05', '09:05'],
  [variable(time, 7), '23:59', '23:59', '23:59'],
])(
  '[FLOW-04] 9 is a time, by the 12-hour clock when its format is 1 and by the 24-hour clock otherwise',
  (of, typed, wire, known) => {
    expect([toWire(of, typed), fromWire(of, wire)]).toEqual([wire, known]);
  },
);

test.each([
  [variable(date, 1), '2026-11-16 09:05', '2026-11-16 09:05:00', '2026-11-16 09:05:00'],
  [variable(date, 1), '2026-11-16', '2026-11-16 00:00:00', '2026-11-16 00:00:00'],
  [variable(date, 0), '2026-11-16 09:05', '2026-11-16 09:05:00', '2026-11-16 09:05:00'],
  // Nobody has to make up a time for a day.
  [variable(date, 0), '2026-11-16', '2026-11-16 00:00:00', '2026-11-16'],
  [variable(date, 3), '2026-11-16', '2026-11-16 00:00:00', '2026-11-16'],
])(
  '[FLOW-04] 6 is a date with its time; where the format has none and none was given, the flow knows the day',
  (of, typed, wire, known) => {
    expect([toWire(of, typed), fromWire(of, wire)]).toEqual([wire, known]);
  },
);

test('[FLOW-04] a time without its day is nothing to send, and what cannot be read stays as it was typed', () => {
  expect(toWire(variable(date), ' 09:05')).toBe('');
  expect([
    fromWire(variable(date), 'soon'),
    fromWire(variable(time), 'later'),
    fromWire(variable(number), 'x'),
    fromWire(variable(number), ' 3 '),
    fromWire(variable(VariableType.text), '3'),
  ]).toEqual(['soon', 'later', 'x', 3, '3']);
});

test('[FLOW-04] of what a form holds what was given is sent, and kept as the flow knows it', () => {
  const variables = [
    { attrKey: 'at', ...variable(time, 1) },
    { attrKey: 'day', ...variable(date) },
    { attrKey: 'never', ...variable(date) },
    { attrKey: 'nights', ...variable(number) },
  ];
  const given = { at: '14:30', day: '2026-11-16', never: ' 10:00', nights: '3', guest: 'Lena', empty: '' };
  expect(wireParams(given, variables)).toEqual([
    { key: 'at', value: '2:30 PM' },
    { key: 'day', value: '2026-11-16 00:00:00' },
    { key: 'nights', value: '3' },
    { key: 'guest', value: 'Lena' },
  ]);
  expect(knownParams(given, variables)).toEqual({ at: '14:30', day: '2026-11-16', nights: '3', guest: 'Lena' });
});

test('[FLOW-04] whatever the clock and the day, what is sent comes back as it was given', () => {
  const two = (most: number) => fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, '0'));
  const clock = fc.tuple(two(23), two(59)).map(([hours, minutes]) => `${hours}:${minutes}`);
  fc.assert(
    fc.property(clock, fc.nat(4), (at, format) => {
      expect(fromWire(variable(time, format), toWire(variable(time, format), at))).toBe(at);
      expect(fromWire(variable(date, 1), toWire(variable(date, 1), `2026-11-16 ${at}`))).toBe(`2026-11-16 ${at}:00`);
    }),
  );
});
