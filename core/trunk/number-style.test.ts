import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDialled } from '#core/call/dialled-number.ts';
import { countries, diallingCode } from '#shared/countries.ts';
import { readIncomingNumber, styledNumber } from './number-style.ts';

describe('[CC-12] numbers as carriers want them', () => {
  test.each([
    ['4930123456', { form: 'plus' }, '+4930123456'],
    ['+49 (30) 12-34', { form: 'plus' }, '+49301234'],
    ['+4930123456', { form: 'digits' }, '4930123456'],
    ['+4930123456', { form: 'asGiven' }, '+4930123456'],
    ['+4930123456', { form: 'digits', cut: '+49', prefix: '0' }, '030123456'],
    ['+4930123456', { form: 'digits', prefix: '9981' }, '99814930123456'],
    ['+1415', { form: 'digits', cut: '+49', prefix: '' }, '1415'],
    ['alice', { form: 'plus' }, 'alice'],
    ['*21#', { form: 'digits' }, '*21#'],
    ['4930123456', { form: 'national', country: 'DE' }, '030123456'],
    ['4930123456', { form: 'national', country: 'FR' }, '004930123456'],
    ['4930123456', { form: 'national', country: 'US' }, '0114930123456'],
    ['14155550100', { form: 'national', country: 'US' }, '14155550100'],
    ['525512345678', { form: 'national', country: 'MX' }, '5512345678'],
    ['390669812345', { form: 'national', country: 'IT' }, '0669812345'],
    ['36301234567', { form: 'national', country: 'HU' }, '06301234567'],
    ['79161234567', { form: 'national', country: 'RU' }, '89161234567'],
    ['4930123456', { form: 'national', country: 'DE', prefix: '9' }, '9030123456'],
    ['4930123456', { form: 'national' }, '4930123456'],
    // Calls for help and services have no country's code.
    ['112', { form: 'plus' }, '112'],
    ['911', { form: 'national', country: 'US' }, '911'],
    ['116117', { form: 'plus' }, '+116117'],
    ['112', { form: 'digits', cut: '1' }, '112'],
    ['14155550100', { form: 'digits', cut: '1' }, '4155550100'],
  ] as const)('%s by %o is %s', (number, style, written) => {
    expect(styledNumber(number, style)).toBe(written);
  });
});

describe('[CC-12] numbers as carriers write them', () => {
  test.each([
    ['+4930123456', { form: 'international' }, '+4930123456'],
    ['4930123456', { form: 'international' }, '+4930123456'],
    ['004930123456', { form: 'international' }, '+4930123456'],
    ['49 (30) 12-34 56', { form: 'international' }, '+4930123456'],
    ['030123456', { form: 'national', country: 'DE' }, '+4930123456'],
    ['30123456', { form: 'national', country: 'DE' }, '+4930123456'],
    ['0044 20 7946 0000', { form: 'national', country: 'DE' }, '+442079460000'],
    ['+442079460000', { form: 'national', country: 'DE' }, '+442079460000'],
    ['4155550100', { form: 'national', country: 'US' }, '+14155550100'],
    ['14155550100', { form: 'national', country: 'US' }, '+14155550100'],
    ['011442079460000', { form: 'national', country: 'US' }, '+442079460000'],
    ['5512345678', { form: 'national', country: 'MX' }, '+525512345678'],
    ['89161234567', { form: 'national', country: 'RU' }, '+79161234567'],
    ['8005553535', { form: 'national', country: 'RU' }, '+78005553535'],
    // A prefix that is cut off, a main number that is put before an extension.
    ['9981030123456', { form: 'national', country: 'DE', cut: '9981' }, '+4930123456'],
    ['23', { form: 'international', prefix: '49301234' }, '+4930123423'],
    ['+4930123456', { form: 'asGiven' }, '+4930123456'],
    ['+4930123456', { form: 'asGiven', cut: '+49', prefix: '0' }, '030123456'],
    // What is no number of the world stays as it came.
    ['112', { form: 'international' }, '112'],
    ['112', { form: 'national', country: 'DE' }, '112'],
    ['anonymous', { form: 'international' }, 'anonymous'],
    ['sales.desk', { form: 'national', country: 'DE' }, 'sales.desk'],
    ['', { form: 'international' }, ''],
    ['030123456', { form: 'national' }, '030123456'],
  ] as const)('%s by %o is %s', (written, style, number) => {
    expect(readIncomingNumber(written, style)).toBe(number);
  });

  /** A number that could be somebody's, with its country. */
  const worldNumber = fc
    .tuple(fc.constantFrom(...countries), fc.stringMatching(/^[2-9]\d{6,10}$/))
    .map(([{ code }, rest]) => code + rest)
    .filter((number) => {
      const read = readDialled(`+${number}`, '');
      return read.is === 'number' && read.number === number;
    });

  test('a number written one way is read back, whatever its country and the carrier’s', () => {
    fc.assert(
      fc.property(
        worldNumber,
        fc.constantFrom('DE', 'US', 'MX', 'ID', 'CN', 'IT', 'RU', 'HU', 'ES'),
        (number, country) => {
          const isOwn = number.startsWith(diallingCode(country)!);
          expect(readIncomingNumber(styledNumber(number, { form: 'plus' }), { form: 'international' })).toBe(
            `+${number}`,
          );
          expect(readIncomingNumber(styledNumber(number, { form: 'digits' }), { form: 'international' })).toBe(
            `+${number}`,
          );
          expect(readIncomingNumber(styledNumber(number, { form: 'plus' }), { form: 'national', country })).toBe(
            `+${number}`,
          );
          const national = styledNumber(number, { form: 'national', country });
          expect(readIncomingNumber(national, { form: 'national', country }), national).toBe(`+${number}`);
          expect(national.startsWith('00') || national.startsWith('011') || isOwn).toBe(true);
        },
      ),
    );
  });

  test('nothing that comes in breaks the reading, and what is read stays as it is', () => {
    const style = fc.record({
      form: fc.constantFrom('international', 'national', 'asGiven'),
      country: fc.constantFrom('', 'DE', 'US', 'XX'),
      cut: fc.constantFrom('', '0', '+49'),
      prefix: fc.constant(''),
    });
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), style, (written, how) => {
        const read = readIncomingNumber(written, how);
        if (read.startsWith('+') && how.form !== 'asGiven')
          expect(readIncomingNumber(read, { form: 'international' })).toBe(read);
      }),
    );
  });
});
