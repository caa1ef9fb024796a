import { expect, test } from 'vitest';
import { databaseUrlOf, planOf } from './settings.ts';

const edgeUrl = 'postgres://openseat_edge:word@127.0.0.1:5432/openseat';

test('a plan follows from the settings, and its secrets stay', () => {
  const first = planOf({}, edgeUrl, null);
  expect(first.nodes.map(({ name }) => name)).toEqual(['a', 'b']);
  const env = {
    EXCHANGE_NODES: '3',
    EXCHANGE_FIRST_PORT: '5060',
    EXCHANGE_RTP_PORTS: '20000-20299',
    EXCHANGE_LINES: 'main=192.0.2.5:5060, spare=192.0.2.6:5070',
    SIP_DOMAIN: 'phones.example',
    PUBLIC_URL: 'https://desk.example/x',
    DEMO: '1',
    EXCHANGE_TRUST_PROXY: '10.0.0.0/8, 2001:db8::5',
  };
  const next = planOf(env, edgeUrl, first);
  expect(next.secrets).toEqual(first.secrets);
  expect(next).toMatchObject({
    domain: 'phones.example',
    edge: { phonePort: 5_060, origins: ['https://desk.example'], demo: true, proxies: ['10.0.0.0/8', '2001:db8::5'] },
    carriers: [
      { name: 'main', address: '192.0.2.5', port: 5_060 },
      { name: 'spare', address: '192.0.2.6', port: 5_070 },
    ],
  });
  expect(next.nodes[2]!.rtpPorts).toEqual({ first: 20_200, last: 20_299 });
});

test.each([
  ['EXCHANGE_NODES', 'many'],
  ['EXCHANGE_NODES', '0'],
  ['EXCHANGE_FIRST_PORT', '80'],
  ['EXCHANGE_RTP_PORTS', '20000'],
  ['EXCHANGE_RTP_PORTS', '20000-20010'],
  ['EXCHANGE_LINES', 'main=carrier.example:5060'],
  ['EXCHANGE_TRUST', '/nowhere/carriers.pem'],
  ['EXCHANGE_TRUST_PROXY', '1'],
  ['EXCHANGE_TRUST_PROXY', '10.0.0.0/33'],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => planOf({ [name]: value }, edgeUrl, null)).toThrow(`Setting ${name} is not usable`);
});

test('without a database of one’s own it says why it needs one', () => {
  expect(() => databaseUrlOf({})).toThrow('DATABASE_URL');
  const several = 'postgres://openseat:word@one.example:5432,two.example:5432/openseat';
  expect(() => databaseUrlOf({ DATABASE_URL: several })).toThrow('EXCHANGE_DATABASE_URL');
  const one = 'postgres://openseat:word@first.example/openseat';
  expect(databaseUrlOf({ DATABASE_URL: several, EXCHANGE_DATABASE_URL: one })).toBe(one);
});
