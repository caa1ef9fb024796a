import { expect, test } from 'vitest';
import { eicarScan } from './eicar-scan.ts';

const SIGN = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
const pieces = (...texts: string[]) =>
  (async function* () {
    for (const text of texts) yield new TextEncoder().encode(text);
  })();

test('[CHAT-07] the test file of antivirus makers is found, also across pieces; other files pass', async () => {
  expect(await eicarScan.isInfected(pieces('hello ', SIGN))).toBe(true);
  expect(await eicarScan.isInfected(pieces(`x${SIGN.slice(0, 20)}`, SIGN.slice(20, 40), `${SIGN.slice(40)}y`))).toBe(
    true,
  );
  expect(await eicarScan.isInfected(pieces('hello', SIGN.slice(1)))).toBe(false);
});
