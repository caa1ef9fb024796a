import { expect, test } from 'vitest';
import { DEFAULT_TRUNK } from '../../trunk/trunk-settings.ts';
import { trunkObjects } from './trunk-objects.ts';

const settings = {
  ...DEFAULT_TRUNK,
  domain: 'carrier.test',
  gateways: [{ host: 'one.carrier.test' }, { host: 'two.carrier.test' }],
  account: { user: 'acme', password: 'word', authUser: 'acme-auth' },
  register: { seconds: 300 },
};
const hops = ['192.0.2.5', '2001:db8::5'].map((address) => ({
  transport: 'udp' as const,
  address,
  port: 5_060,
  host: 'one.carrier.test',
}));
const of = (more: Partial<Parameters<typeof trunkObjects>[0]> = {}) =>
  trunkObjects({ line: 'sip-7', tenantId: 65, settings, hops, token: 'c0ffee', isRegistrar: true, ...more });
const kinds = (objects: ReturnType<typeof of>): string[] => objects.map(({ type }) => type);
const fieldsOf = (objects: ReturnType<typeof of>, type: string) => objects.find((one) => one.type === type)?.fields;

test('a trunk that registers is a password, its gateways, an endpoint and a registration, in this order', () => {
  expect(kinds(of())).toEqual(['auth', 'aor', 'endpoint', 'identify', 'registration']);
  expect(fieldsOf(of(), 'auth')).toMatchObject({ username: 'acme-auth', password: 'word' });
  expect(fieldsOf(of(), 'endpoint')).toMatchObject({ accountcode: 'sip-7:65:1:' });
  expect(fieldsOf(of(), 'registration')).toMatchObject({
    server_uri: 'sip:carrier.test',
    client_uri: 'sip:acme@carrier.test',
    contact_user: 'c0ffee',
    outbound_proxy: 'sip:192.0.2.5:5060;lr;hide',
  });
});

test('it registers from one node alone; the others only call', () => {
  expect(kinds(of({ isRegistrar: false }))).toEqual(['auth', 'aor', 'endpoint', 'identify']);
});

test('a carrier that knows us by our address needs neither password nor registration', () => {
  const objects = of({ settings: { ...settings, account: null, register: null } });
  expect(kinds(objects)).toEqual(['aor', 'endpoint', 'identify']);
  expect(fieldsOf(objects, 'endpoint')).toMatchObject({ outbound_auth: '' });
});

test('calls go to the first place, all of them are asked whether they live', () => {
  expect(fieldsOf(of(), 'endpoint')).toMatchObject({ outbound_proxy: 'sip:192.0.2.5:5060;lr;hide' });
  expect(fieldsOf(of(), 'aor')).toMatchObject({ contact: 'sip:192.0.2.5:5060,sip:[2001:db8::5]:5060' });
});

test('the password stands in one object and in no other', () => {
  expect(of().filter((object) => JSON.stringify(object).includes('"word"'))).toHaveLength(1);
});

test('a carrier nobody knows the place of has nothing at a node', () => {
  expect(of({ hops: [] })).toEqual([]);
});

test('a connection is opened to an address, by TLS to the name a certificate must bear', () => {
  const over = (transport: 'tcp' | 'tls') => of({ hops: hops.map((hop) => ({ ...hop, transport })) });
  expect(fieldsOf(over('tcp'), 'endpoint')).toMatchObject({
    transport: 'trunk-tcp',
    outbound_proxy: 'sip:192.0.2.5:5060;transport=tcp;lr;hide',
  });
  expect(fieldsOf(over('tls'), 'aor')).toMatchObject({ contact: 'sip:one.carrier.test:5060;transport=tls' });
  expect(fieldsOf(over('tls'), 'registration')).toMatchObject({ transport: 'trunk-tls' });
  expect(fieldsOf(of(), 'registration')).toMatchObject({ transport: 'register-udp' });
});

test('whether its sound is secured is known of every call', () => {
  const accountOf = (security: 'none' | 'sdes') =>
    fieldsOf(of({ settings: { ...settings, security } }), 'endpoint')!['accountcode'];
  expect([accountOf('none'), accountOf('sdes')]).toEqual(['sip-7:65:1:', 'sip-7:65:1:1']);
});
