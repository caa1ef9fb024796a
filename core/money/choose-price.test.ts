import { expect, test } from 'vitest';
import { choosePrice, type ListedPrice } from './choose-price.ts';

const price = (priceE4: number, more: Partial<ListedPrice> = {}): ListedPrice => ({
  service: 'call',
  kind: '',
  variant: '',
  country: '',
  prefix: '',
  firstSec: 60,
  nextSec: 60,
  setupE4: 0,
  priceE4,
  ...more,
});
const call = { service: 'call', kind: 'manual', country: 'MX', number: '525512345678' } as const;

test('[CC-11] the longest beginning of the number decides, then its country, then the kind of call', () => {
  const list = [
    price(1),
    price(2, { country: 'MX' }),
    price(3, { kind: 'manual' }),
    price(4, { prefix: '52' }),
    price(5, { prefix: '5255' }),
    price(6, { prefix: '5255', kind: 'manual' }),
    price(7, { prefix: '5255', country: 'MX' }),
    price(8, { prefix: '5281' }),
  ];
  const found = (without: number[]) =>
    choosePrice([list.filter(({ priceE4 }) => !without.includes(priceE4))], call)?.priceE4;
  expect(found([])).toBe(7);
  expect(found([7])).toBe(6);
  expect(found([7, 6])).toBe(5);
  expect(found([7, 6, 5])).toBe(4);
  expect(found([7, 6, 5, 4])).toBe(2);
  expect(found([7, 6, 5, 4, 2])).toBe(3);
  expect(found([7, 6, 5, 4, 2, 3])).toBe(1);
  expect(found([7, 6, 5, 4, 2, 3, 1])).toBeUndefined();
});

test('[CC-11] a team’s own price holds before one of everybody that fits better', () => {
  expect(choosePrice([[price(9)], [price(1, { prefix: '5255' })]], call)?.priceE4).toBe(9);
  expect(choosePrice([[price(9, { country: 'US' })], [price(1, { prefix: '5255' })]], call)?.priceE4).toBe(1);
});

test('[CC-11] calls that come in have prices of their own; minutes of a flow have one whichever way the call went', () => {
  const inbound = { ...call, kind: 'inbound' } as const;
  expect(choosePrice([[price(9)]], inbound)).toBeNull();
  expect(choosePrice([[price(9), price(2, { kind: 'inbound' })]], inbound)?.priceE4).toBe(2);
  expect(choosePrice([[price(9), price(2, { kind: 'inbound' })]], call)?.priceE4).toBe(9);
  expect(choosePrice([[price(7, { service: 'ai' })]], { ...inbound, service: 'ai' })?.priceE4).toBe(7);
});

test('[CC-11] a seat of a kind costs what is said of that kind, else what any seat does', () => {
  const list = [price(100, { service: 'seat' }), price(250, { service: 'seat', variant: 'voice' })];
  expect(choosePrice([list], { service: 'seat', variant: 'voice' })?.priceE4).toBe(250);
  expect(choosePrice([list], { service: 'seat', variant: 'text' })?.priceE4).toBe(100);
});
