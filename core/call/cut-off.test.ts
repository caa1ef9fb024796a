import { expect, test } from 'vitest';
import { cutOff, takesEnd } from './cut-off.ts';

test('[CC-12] who has talked is no missed call, however the process of the call ended', () => {
  expect([cutOff(true).outcome, cutOff(false).outcome]).toEqual(['talked', 'server']);
});

test.each([
  ['has no end yet', null, true, true],
  ['was closed by the next home, which guessed', cutOff(true), true, false],
  ['was closed by whoever hung up', { cause: 'normal', endedBy: 'customer' }, false, false],
  ['was closed when its time was up', { cause: 'normal', endedBy: 'server' }, false, false],
] as const)('[CC-12] a record that %s', (_how, recorded, last, usual) => {
  expect([takesEnd(recorded, true), takesEnd(recorded, false)]).toEqual([last, usual]);
});
