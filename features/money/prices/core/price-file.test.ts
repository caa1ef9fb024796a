import { expect, test } from 'vitest';
import { priceReader, type PriceWords } from './price-file.ts';
import { priceColumns } from './price-rules.ts';

const same = <K extends string>(...names: K[]) => new Map(names.map((name) => [name as string, name]));
const words: PriceWords = {
  columns: new Map([...same(...priceColumns), ['precio', 'price'], ['prefijo', 'prefix']]),
  services: same('call', 'ai', 'sms', 'seat', 'number', 'storage'),
  kinds: same('manual', 'task', 'ai', 'inbound'),
  variants: same('voice', 'text'),
  countries: new Map([['méxico', 'MX']]),
};
function read(text: string) {
  const reader = priceReader(words);
  for (const [place, line] of text.split('\n').entries()) reader.take({ line: place + 1, cells: line.split(',') });
  return reader.read;
}

test('[CC-11] columns come in any order and language; what is left out is calls of any kind, everywhere', () => {
  const { rows, wrong } = read('Precio,Prefijo\n0.0123,+5255\n0.02,');
  expect(wrong).toEqual([]);
  expect(rows).toEqual([
    {
      service: 'call',
      kind: '',
      variant: '',
      country: '',
      prefix: '5255',
      firstSec: 60,
      nextSec: 60,
      setupE4: 0,
      priceE4: 123,
    },
    expect.objectContaining({ prefix: '', priceE4: 200 }),
  ]);
});

test('[CC-11] a carrier’s own list, digits and what a minute costs, needs no heading that we know', () => {
  expect(read('52,0.01\n5255,0.008').rows.map(({ prefix, priceE4 }) => [prefix, priceE4])).toEqual([
    ['52', 100],
    ['5255', 80],
  ]);
  expect(read('destination code,rate\n52,0.01').rows).toHaveLength(1);
});

test('[CC-11] every row that is wrong is told with what is wrong; a price for the same thing twice is', () => {
  const { rows, wrong } = read(
    [
      'service,kind,variant,country,prefix,price,setup,first,next',
      'call,manual,,MX,5255,0.01,0.001,6,6',
      'calls,,,,,1,,,',
      'call,night,,,,1,,,',
      'sms,manual,,,,1,,,',
      'call,,voice,,,1,,,',
      'seat,,voice,MX,,1,,,',
      'storage,,,,52,1,,,',
      'call,,,Atlantis,,1,,,',
      'call,,,MX,1212,1,,,',
      'call,,,,999,1,,,',
      'call,,,,x,1,,,',
      'call,,,,,dear,,,',
      'sms,,,,,1,2,,',
      'call,,,,,1,,0,',
      'call,manual,,méxico,5255,2,,,',
      'number,,,México,,3,,,',
    ].join('\n'),
  );
  expect(rows.map(({ service, country, priceE4, firstSec }) => [service, country, priceE4, firstSec])).toEqual([
    ['call', 'MX', 100, 6],
    ['number', 'MX', 30_000, 60],
  ]);
  expect(wrong.map(({ line, column, why }) => `${line} ${column} ${why}`)).toEqual([
    '3 service service',
    '4 kind kind',
    '5 kind kindMisplaced',
    '6 variant variantMisplaced',
    '7 country countryMisplaced',
    '8 prefix prefixMisplaced',
    '9 country country',
    '10 prefix prefixElsewhere',
    '11 prefix prefixElsewhere',
    '12 prefix prefix',
    '13 price price',
    '14 setup setupMisplaced',
    '15 first seconds',
    '16 null twice',
  ]);
});
