import { expect, test } from 'vitest';
import { NetworkIndex } from './network-index.ts';

const owners = (index: NetworkIndex<string>, address: string): string[] => [...index.ownersOf(address)].sort();

test('an address is found in every network it lies in, of either kind and however it is written', () => {
  const index = new NetworkIndex<string>();
  index.set('wide', ['192.0.2.0/24', '2001:db8::/32']);
  index.set('one', ['192.0.2.7', '2001:db8::1', '64:ff9b::192.0.2.1']);
  index.set('odd', ['nonsense', '192.0.2.0/64', '192.0.2.0/-1', '']);
  expect(owners(index, '192.0.2.7')).toEqual(['one', 'wide']);
  expect(owners(index, '::ffff:192.0.2.7')).toEqual(['one', 'wide']);
  expect(owners(index, '192.0.2.8')).toEqual(['wide']);
  expect(owners(index, '192.0.3.7')).toEqual([]);
  expect(owners(index, '2001:0db8:0:0::0001')).toEqual(['one', 'wide']);
  expect(owners(index, '2001:db9::1')).toEqual([]);
  expect(owners(index, '64:ff9b::c000:201')).toEqual(['one']);
  expect(owners(index, 'nonsense')).toEqual([]);
});

test('an owner’s networks are those it was given last, and none once it is gone', () => {
  const index = new NetworkIndex<string>();
  index.set('a', ['10.0.0.0/8']);
  index.set('b', ['10.0.0.0/8']);
  index.set('a', ['192.0.2.1']);
  expect(owners(index, '10.1.2.3')).toEqual(['b']);
  index.delete('b');
  expect([owners(index, '10.1.2.3'), owners(index, '192.0.2.1')]).toEqual([[], ['a']]);
});

test('among a thousand owners only those whose network it is are found', () => {
  const index = new NetworkIndex<number>();
  for (let at = 0; at < 1_000; at++) index.set(at, [`10.${at >> 8}.${at & 255}.0/24`, `203.0.113.${at & 255}`]);
  expect([...index.ownersOf('10.3.200.9')]).toEqual([968]);
  expect(index.ownersOf('203.0.113.7').size).toBe(4);
  expect(index.ownersOf('198.51.100.1').size).toBe(0);
});
