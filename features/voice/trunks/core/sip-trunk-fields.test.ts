import { expect, test } from 'vitest';
import { NEW_SIP_TRUNK, SipTrunkFields } from '../contract.ts';
import { aSipTrunk } from './sip-trunk.fixture.ts';

const wrongIn = (change: object): Record<string, string> =>
  Object.fromEntries(
    (SipTrunkFields.safeParse({ ...aSipTrunk(), ...change }).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  );
const gateway = (host: string) => ({ gateways: [{ host, port: null, transport: null }] });
const header = (name: string, value = 'x') => ({ headers: [{ name, value, isSecret: false }] });
const account = { user: 'ana', authUser: '', password: 'geheim' };
const format = { form: 'plus', country: '', cut: '', prefix: '' };

test('[CC-12] what is right is taken, as it was entered', () => {
  expect(wrongIn({})).toEqual({});
  expect(SipTrunkFields.parse({ ...aSipTrunk(), ...gateway(' SIP.Carrier.Example ') }).gateways[0]!.host).toBe(
    'sip.carrier.example',
  );
});

test.each(['sip.carrier.example', 'carrier', '_sip.carrier.example', '203.0.113.7', '2001:db8::7', '[2001:db8::7]'])(
  '[CC-12] %s is a host',
  (host) => expect(wrongIn(gateway(host))).toEqual({}),
);

test.each([
  '',
  'sip:carrier.example',
  'carrier.example:5060',
  'a b.example',
  '-carrier.example',
  '203.0.113.999',
  '203.0.113',
  'carrier..example',
  'x\r\nVia: y',
])('[CC-12] %j is no host, and its field says so', (host) =>
  expect(wrongIn(gateway(host))).toEqual({ 'gateways.0.host': 'trunks.wrong.host' }),
);

test.each(['Via', 'from', 'P-Asserted-Identity', 'Contact', 'X Y', 'X:Y', 'X\r\nVia'])(
  '[CC-12] a header %j is the protocol’s own, or none',
  (name) => expect(wrongIn(header(name))).toEqual({ 'headers.0.name': 'trunks.wrong.header' }),
);

test.each(['a\r\nVia: b', 'a\nb', 'a\u0000b'])('[CC-12] no header value %j breaks into another line', (value) =>
  expect(wrongIn(header('X-Token', value))).toEqual({ 'headers.0.value': 'trunks.wrong.headerValue' }),
);

test.each<[string, object, Record<string, string>]>([
  [
    'a registration without an account',
    { register: { seconds: 600 } },
    { account: 'trunks.wrong.registerWithoutAccount' },
  ],
  [
    'the account in From without one',
    { callerId: { ...NEW_SIP_TRUNK.callerId, from: 'account' } },
    { 'callerId.from': 'trunks.wrong.fromWithoutAccount' },
  ],
  [
    'keys of the sound over an open wire',
    { security: 'sdes', gateways: [{ host: 'a.example', port: null, transport: 'udp' }] },
    { security: 'trunks.wrong.securityWithoutTls' },
  ],
  [
    'a password with a blank',
    { account: { ...account, password: 'a b' } },
    { 'account.password': 'trunks.wrong.credential' },
  ],
  [
    'a user with a line end',
    { account: { ...account, user: 'a\r\nb' } },
    { 'account.user': 'trunks.wrong.credential' },
  ],
  ['a network that is none', { signallingFrom: ['203.0.113.0/33'] }, { 'signallingFrom.0': 'Invalid input' }],
  ['half the world', { signallingFrom: ['0.0.0.0/1'] }, { 'signallingFrom.0': 'trunks.wrong.networkWide' }],
  ['half the world of IPv6', { mediaFrom: ['2000::/3'] }, { 'mediaFrom.0': 'trunks.wrong.networkWide' }],
  [
    'the same gateway twice',
    { gateways: [...aSipTrunk().gateways, ...aSipTrunk().gateways] },
    { gateways: 'trunks.wrong.gatewayTwice' },
  ],
  ['the same codec twice', { codecs: ['PCMU', 'PCMU'] }, { codecs: 'trunks.wrong.twice' }],
  [
    'national numbers of no country',
    { calledNumber: { ...format, form: 'national' } },
    { 'calledNumber.country': 'trunks.wrong.countryMissing' },
  ],
  [
    'a country nobody calls',
    { calledNumber: { ...format, country: 'ZZ' } },
    { 'calledNumber.country': 'trunks.wrong.country' },
  ],
  [
    'letters before numbers',
    { calledNumber: { ...format, prefix: 'abc' } },
    { 'calledNumber.prefix': 'trunks.wrong.prefix' },
  ],
])('[CC-12] %s is refused at its field', (_what, change, wrong) => expect(wrongIn(change)).toEqual(wrong));
