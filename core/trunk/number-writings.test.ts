import { expect, test } from 'vitest';
import { writingsOf } from './number-writings.ts';

test.each([
  ['international', { form: 'international' }, ['+4930123456', '4930123456', '004930123456']],
  ['national', { form: 'national', country: 'DE' }, ['+4930123456', '004930123456', '030123456', '30123456']],
  ['a prefix of the carrier', { form: 'international', cut: '99' }, ['99+4930123456', '+4930123456', '994930123456']],
  ['what is left out', { form: 'international', prefix: '4930' }, ['123456']],
  ['another number', { form: 'international', cut: '+1212', prefix: '+4930' }, ['+1212123456', '123456']],
  ['a number of others', { form: 'international', prefix: '+33' }, []],
] as const)('%s: every writing is read as our number', (_, style, written) => {
  const found = writingsOf('4930123456', style);
  expect(found).toEqual(expect.arrayContaining([...written]));
  if (written.length === 0) expect(found).toEqual([]);
});
