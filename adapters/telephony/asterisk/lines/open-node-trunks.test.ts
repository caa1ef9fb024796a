import { expect, onTestFinished, test } from 'vitest';
import type { LentLine } from '#core/trunk/trunks.port.ts';
import { handClock } from '#test/clock.ts';
import { DEFAULT_TRUNK } from '../../trunk/trunk-settings.ts';
import type { NameResolver, SrvRecord } from '../../trunk/resolve.ts';
import { planHouse } from '../config/house-plan.ts';
import { NodeTrunk } from './node-trunk.ts';
import { openNodeTrunks, type NodeTrunksOptions } from './open-node-trunks.ts';

const settings = {
  ...DEFAULT_TRUNK,
  domain: 'carrier.test',
  gateways: [{ host: '192.0.2.5', port: 5_060, transport: 'udp' as const }],
  callsAtOnce: 2,
};
const trust = { mayBePrivate: true, tenantId: 7 };
const plan = planHouse({ databaseUrl: '' });

/** Trunks of a house whose nodes are all away. */
async function someTrunks(more: Partial<NodeTrunksOptions> = {}) {
  const bugs: object[] = [];
  const kept: { line: string; lentTo: readonly number[] | null }[] = [];
  const ways: NodeTrunksOptions['ways'] = {
    async keep({ line, lentTo }) {
      kept.push({ line, lentTo });
      return 'c0ffee';
    },
    async drop() {},
  };
  const log = { error: (fields: object) => void bugs.push(fields) };
  const clock = handClock();
  const trunks = await openNodeTrunks({ plan, nodes: [], ways, isAllowed: () => true, clock, log, ...more });
  onTestFinished(() => trunks.stop());
  return { trunks, bugs, kept };
}

test('a database that is away is no bug, and keeps nobody from what the nodes need', async () => {
  const away = new Error('away');
  let isAway = false;
  const ways: NodeTrunksOptions['ways'] = {
    keep: () => (isAway ? Promise.reject(away) : Promise.resolve('c0ffee')),
    drop: async () => {},
  };
  const { trunks, bugs } = await someTrunks({ ways, isAway: (problem) => problem === away });
  await trunks.put('sip-1', settings, trust);
  await trunks.find('sip-1');
  isAway = true;
  await trunks.find('sip-1');
  expect(bugs).toEqual([]);
  expect(trunks.wayOf('sip-1', { number: '4930123456', callerId: '4930' })).toMatchObject({
    endpoint: expect.stringContaining('PJSIP/sip-1/'),
  });
});

test('what else goes wrong there is told', async () => {
  let isBroken = false;
  const ways: NodeTrunksOptions['ways'] = {
    keep: () => (isBroken ? Promise.reject(new Error('no such table')) : Promise.resolve('c0ffee')),
    drop: async () => {},
  };
  const { trunks, bugs } = await someTrunks({ ways, isAway: () => false });
  await trunks.put('sip-1', settings, trust);
  await trunks.find('sip-1');
  isBroken = true;
  await trunks.find('sip-1');
  expect(bugs).toHaveLength(1);
});

test('a call that comes in over a trunk that is full is refused to the carrier, and the page says why', async () => {
  const { trunks } = await someTrunks();
  await trunks.put('sip-1', settings, trust);
  let calls = { outgoing: 1, incoming: 0 };
  trunks.joined!({ callsOn: () => calls } as never);
  const readIncoming = () => trunks.readIncoming('sip-1', { OS_FROM: '<sip:4930123456@carrier.test>' }, '525555000001');
  expect(readIncoming()).toMatchObject({ to: expect.stringContaining('525555000001') });
  calls = { outgoing: 1, incoming: 1 };
  expect(readIncoming()).toBe(486);
  expect(trunks.state('sip-1')).toMatchObject({ received: 1, lastFault: { what: 'tooManyCalls', detail: '2' } });
});

test('the edge is told to whom a line is lent, and of other terms as soon as they are said', async () => {
  const line: LentLine = { carrier: 'lent-main', name: 'Main', domain: 'carrier.test', tenantIds: [7], settings };
  const { trunks, kept } = await someTrunks({ lent: [line] });
  await trunks.put('lent-main', settings, { mayBePrivate: true, tenantId: null });
  await trunks.find('lent-main');
  expect(new Set(kept.map(({ lentTo }) => String(lentTo)))).toEqual(new Set(['7']));
  trunks.lend(new Map([['lent-main', { name: 'Main', tenantIds: [7, 8], isWithdrawn: false }]]));
  await trunks.find('lent-main');
  expect(kept.at(-1)).toEqual({ line: 'lent-main', lentTo: [7, 8] });
});

const hopsOf = (state: ReturnType<Awaited<ReturnType<typeof someTrunks>>['trunks']['state']>) =>
  state!.gateways.map(({ addresses }) => addresses.length);

test('a trunk speaks one way; a gateway that is to be reached in another is left out, and the page says so', async () => {
  const { trunks } = await someTrunks();
  const gateways = [
    { host: '192.0.2.5', transport: 'tcp' as const },
    { host: '192.0.2.6', transport: 'udp' as const },
  ];
  await trunks.put('sip-1', { ...settings, gateways }, trust);
  await trunks.find('sip-1');
  expect(hopsOf(trunks.state('sip-1'))).toEqual([1, 0]);
  expect(trunks.state('sip-1')!.lastFault).toMatchObject({ what: 'mixedTransports', detail: '192.0.2.6' });
});

test('a trunk keeps to the way it speaks while nobody answers there, and takes another where there is none by it', async () => {
  let records: readonly SrvRecord[] = [];
  const none = async () => [];
  const names: NameResolver = {
    naptr: none,
    srv: async (name) => records.filter((one) => one.name === name),
    addresses: async () => ['192.0.2.5'],
  };
  const at = (name: string): SrvRecord => ({ name, priority: 0, weight: 0, port: 5_060 });
  const clock = handClock();
  const callsOn = () => ({ outgoing: 0, incoming: 0 });
  const options = { line: 'sip-1', tenantId: 7, token: 'c0ffee', names, isAllowed: () => true, callsOn, clock };
  const trunk = new NodeTrunk({ ...options, settings: { ...settings, gateways: [{ host: 'carrier.test' }] } });
  const speaks = async () => {
    clock.turn(61_000);
    await trunk.find();
    return trunk.hops.map(({ transport }) => transport);
  };
  records = [at('_sip._udp.carrier.test'), at('_sip._tcp.carrier.test')];
  expect(await speaks()).toEqual(['udp']);
  trunk.gateway('sip:192.0.2.5:5060', false, null);
  expect(await speaks()).toEqual(['udp']);
  records = [at('_sip._tcp.carrier.test')];
  expect(await speaks()).toEqual(['tcp']);
});

test('a trunk whose sound is secured is asked for by TLS unless it is said otherwise', async () => {
  const { trunks } = await someTrunks();
  await trunks.put(
    'sip-1',
    { ...settings, security: 'sdes', gateways: [{ host: '192.0.2.5' }], roots: ['-----'] },
    trust,
  );
  await trunks.find('sip-1');
  expect(trunks.state('sip-1')!.lastFault).toMatchObject({ what: 'ownRoots' });
});

test('a certificate for one trunk alone counts for nothing where nodes trust the same for all', async () => {
  const { trunks } = await someTrunks();
  const gateways = [{ host: '192.0.2.5', transport: 'tls' as const }];
  await trunks.put('sip-1', { ...settings, gateways, roots: ['-----BEGIN CERTIFICATE-----'] }, trust);
  await trunks.find('sip-1');
  expect(hopsOf(trunks.state('sip-1'))).toEqual([0]);
  expect(trunks.state('sip-1')!.lastFault).toMatchObject({ what: 'ownRoots' });
  await trunks.put('sip-1', { ...settings, gateways, roots: [] }, trust);
  await trunks.find('sip-1');
  expect(hopsOf(trunks.state('sip-1'))).toEqual([1]);
});

test('a call whose sound is not as the trunk says is refused to the carrier', async () => {
  const { trunks } = await someTrunks();
  await trunks.put('sip-1', { ...settings, security: 'sdes' }, trust);
  trunks.joined!({ callsOn: () => ({ outgoing: 0, incoming: 0 }) } as never);
  const read = (variables: Readonly<Record<string, string>>) => trunks.readIncoming('sip-1', variables, '525555000001');
  expect(read({})).toBe(488);
  expect(trunks.state('sip-1')!.lastFault).toMatchObject({ what: 'noCommonSound' });
  expect(read({ OS_SECURED: '1' })).toMatchObject({ to: expect.stringContaining('525555000001') });
});

test('carriers are told where they are heard, by TLS where there is a certificate', async () => {
  const certificate = { cert: '/cert.pem', key: '/key.pem' };
  const secured = planHouse({ databaseUrl: '', certificate });
  expect((await someTrunks()).trunks.reach().ports).toEqual({ udp: 17_008, tcp: 17_008 });
  expect((await someTrunks({ plan: secured })).trunks.reach().ports).toEqual({ udp: 17_008, tcp: 17_008, tls: 17_009 });
});
