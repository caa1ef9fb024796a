import { expect, test } from 'vitest';
import { alawOfUlaw, ulawOfAlaw } from './alaw.ts';
import { decodeUlaw, encodeUlaw, SILENCE } from './g711.ts';
import { sine, tonesIn } from './tone-detector.ts';

test('a tone is the same tone after A-law, and silence is silence', () => {
  const spoken = encodeUlaw(sine([700], 1_600));
  expect(tonesIn(decodeUlaw(ulawOfAlaw(alawOfUlaw(spoken))))).toEqual([700]);
  expect([...alawOfUlaw(Uint8Array.of(SILENCE))]).toEqual([0xd5]);
  expect([...ulawOfAlaw(Uint8Array.of(0xd5))]).toEqual([SILENCE]);
});

test('every code word finds one that sounds nearly the same, and keeps its sign', () => {
  const codes = Uint8Array.from({ length: 256 }, (_, code) => code);
  const [before, after] = [decodeUlaw(codes), decodeUlaw(ulawOfAlaw(alawOfUlaw(codes)))];
  for (const [at, sample] of before.entries()) {
    expect(Math.abs(after[at]! - sample)).toBeLessThanOrEqual(Math.max(16, Math.abs(sample) / 16));
    if (Math.abs(sample) > 16) expect(Math.sign(after[at]!)).toBe(Math.sign(sample));
  }
});
