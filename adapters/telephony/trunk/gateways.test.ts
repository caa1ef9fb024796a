import { expect, test } from 'vitest';
import { handClock } from '#test/clock.ts';
import { Gateways, openNetworks } from './gateways.ts';
import type { SipHop } from '../sip-wires/sip-hop.ts';

function open(healthSec: number | null, alive: Record<string, boolean> = {}) {
  const clock = handClock();
  const unknown: string[] = [];
  const addresses: Record<string, string[]> = { 'a.example': ['192.0.2.1'], 'b.example': ['192.0.2.2'] };
  const gateways = new Gateways({
    servers: [{ host: 'a.example' }, { host: 'b.example' }],
    names: { naptr: async () => [], srv: async () => [], addresses: async (name) => addresses[name] ?? [] },
    able: ['udp'],
    after: clock.after,
    nowMs: clock.monotonicMs,
    chance: () => 0,
    probe: async ({ address }: SipHop) => (alive[address] ? 12 : null),
    healthSec,
    isAllowed: () => true,
    onUseless: (_why, host) => void unknown.push(host),
  });
  return { gateways, clock, addresses, alive, unknown };
}
const addressesOf = async (gateways: Gateways): Promise<string[]> =>
  (await gateways.hops()).map(({ address }) => address);

test('gateways are tried in their order; who failed comes last for a while', async () => {
  const { gateways, clock } = open(null);
  expect(await addressesOf(gateways)).toEqual(['192.0.2.1', '192.0.2.2']);
  gateways.failed((await gateways.hops())[0]!);
  expect(await addressesOf(gateways)).toEqual(['192.0.2.2', '192.0.2.1']);
  expect(gateways.states()).toMatchObject([{ at: 'down' }, { at: 'unknown' }]);
  clock.turn(30_000);
  expect(await addressesOf(gateways)).toEqual(['192.0.2.1', '192.0.2.2']);
});

test('who does not answer when asked is down until it does', async () => {
  const { gateways, alive } = open(60, { '192.0.2.2': true });
  await gateways.ask();
  expect(gateways.states()).toMatchObject([
    { at: 'down', addresses: ['192.0.2.1'], roundTripMs: null },
    { at: 'up', addresses: ['192.0.2.2'], roundTripMs: 12 },
  ]);
  expect(await addressesOf(gateways)).toEqual(['192.0.2.2', '192.0.2.1']);
  alive['192.0.2.1'] = true;
  await gateways.ask();
  expect(await addressesOf(gateways)).toEqual(['192.0.2.1', '192.0.2.2']);
  gateways.stop();
});

test('names are asked again after a minute, and lead where they led when nobody answers', async () => {
  const { gateways, clock, addresses, unknown } = open(null);
  await gateways.hops();
  addresses['a.example'] = ['192.0.2.9'];
  expect(await addressesOf(gateways)).toEqual(['192.0.2.1', '192.0.2.2']);
  clock.turn(60_000);
  expect(await addressesOf(gateways)).toEqual(['192.0.2.9', '192.0.2.2']);
  expect([gateways.isAddress('192.0.2.9'), gateways.isAddress('192.0.2.1')]).toEqual([true, false]);
  delete addresses['a.example'];
  clock.turn(60_000);
  expect(await addressesOf(gateways)).toEqual(['192.0.2.9', '192.0.2.2']);
  expect(unknown).toEqual(['a.example']);
});

test('networks', () => {
  const within = openNetworks(['203.0.113.0/24', '192.0.2.7', '2001:db8::/32', 'nonsense', '10.0.0.0/99', '']);
  expect(
    ['203.0.113.200', '192.0.2.7', '192.0.2.8', '2001:db8::5', '2001:db9::5', '10.0.0.1', 'x'].map(within),
  ).toEqual([true, true, false, true, false, false, false]);
});
