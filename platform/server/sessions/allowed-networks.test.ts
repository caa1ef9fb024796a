import { expect, test } from 'vitest';
import { allowedNetworks } from './allowed-networks.ts';

test.each<[string, readonly string[], string, boolean]>([
  ['an address of the network', ['10.1.0.0/16'], '10.1.255.7', true],
  ['one beside it', ['10.1.0.0/16'], '10.2.0.1', false],
  ['one machine', ['192.0.2.7'], '192.0.2.7', true],
  ['its neighbour', ['192.0.2.7'], '192.0.2.8', false],
  ['a network named by one of its machines', ['10.1.2.3/8'], '10.200.0.1', true],
  ['any of several', ['192.0.2.7', '2001:db8::/32'], '2001:db8:9::1', true],
  ['another half of the world', ['2001:db8::/32'], '2001:db9::1', false],
  ['one machine of IPv6', ['2001:db8::5'], '2001:db8:0:0::5', true],
  ['IPv4 as a socket of both kinds writes it', ['10.0.0.0/8'], '::ffff:10.1.2.3', true],
  ['the same from outside', ['10.0.0.0/8'], '::ffff:11.1.2.3', false],
  ['IPv6 where IPv4 alone is named', ['10.0.0.0/8'], '2001:db8::1', false],
  ['an address of a link, with its device', ['fe80::/10'], 'fe80::1%eth0', true],
  ['everybody of IPv4', ['0.0.0.0/0'], '203.0.113.9', true],
  ['what is no address', ['0.0.0.0/0', '::/0'], '', false],
  ['a name', ['0.0.0.0/0', '::/0'], 'localhost', false],
])('[SEC-02] %s: %j and %s', (_, networks, address, expected) => {
  expect(allowedNetworks(networks)!.includes(address)).toBe(expected);
});

test('[SEC-02] who names no network is open from anywhere', () => expect(allowedNetworks([])).toBeNull());
