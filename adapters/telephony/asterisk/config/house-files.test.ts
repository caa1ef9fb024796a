import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CallHeader } from '#shared/call-headers.ts';
import { fillTemplate } from './fill-template.ts';
import { edgeFiles, nodeFiles } from './house-files.ts';
import { EdgeHeader, nodesInTurn, shardOf } from './house-names.ts';
import { planHouse, type HousePlan, type HouseWish } from './house-plan.ts';
import { keepHousePlan, missingIn, readHousePlan } from './house-store.ts';
import { writeHouse } from './write-house.ts';

const databaseUrl = 'postgres://openseat_edge:word@127.0.0.1:5432/openseat';
const place = { home: '/home/of-it', modules: '/modules' };
const programs = {
  kamailio: { command: ['kamailio'], modules: '/modules', data: '/nowhere' },
  asterisk: { command: ['asterisk'], modules: '/modules', data: '/nowhere' },
};
const aPlan = (wish: Partial<HouseWish> = {}) => planHouse({ databaseUrl, nodes: 2, ...wish });

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-house-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

test('no place of a template is left without a value', () => {
  const plan = aPlan({
    carriers: [{ name: 'main', address: '192.0.2.5', port: 5_060 }],
    certificate: { cert: '/etc/cert.pem', key: '/etc/key.pem' },
    origins: ['https://desk.example.com'],
    proxies: ['10.0.0.0/8', '2001:db8::5'],
    mediaAddress: '203.0.113.9',
    ownAddresses: ['192.0.2.2'],
    phoneCodecs: ['opus', 'ulaw'],
    trust: '/etc/carriers.pem',
  });
  const files = [edgeFiles(plan, place), ...plan.nodes.map((node) => nodeFiles(plan, node, place))];
  for (const [name, text] of files.flatMap((all) => Object.entries(all)))
    expect(text.match(/@[A-Z][A-Z_]*@/g), name).toBeNull();
});

test('a place without a value, and a value that would begin another line, are refused', () => {
  expect(() => fillTemplate('port = @PORT@', {})).toThrow('no value for PORT');
  expect(() => fillTemplate('name = @NAME@', { NAME: 'a\nsecret = b' })).toThrow('does not fit');
  expect(() => fillTemplate('url "@URL@"', { URL: 'x", "y' })).toThrow('does not fit');
  expect(() => nodeFiles(aPlan(), { ...aPlan().nodes[0]!, name: 'a]' }, place)).toThrow('cannot be the name');
  expect(() => edgeFiles(aPlan({ origins: ['https://a.example/"'] }), place)).toThrow('cannot be the origin');
});

test('every port is one of the plan', () => {
  const certificate = { cert: '/etc/cert.pem', key: '/etc/key.pem' };
  const plan = aPlan({ firstPort: 41_000, rtpPorts: { first: 42_000, last: 42_999 }, certificate });
  const node = plan.nodes[1]!;
  const known = [
    plan.edge.phonePort,
    plan.edge.linePort,
    plan.edge.securedPort,
    plan.edge.trunkPort,
    plan.edge.trunkTlsPort,
    plan.edge.wsPort,
    plan.edge.wssPort,
    plan.edge.rpcPort,
    ...plan.nodes.flatMap(({ sipPort, httpPort, amiPort, trunkPort, trunkTlsPort, registerPort, rtpPorts }) => [
      sipPort,
      httpPort,
      amiPort,
      trunkPort,
      trunkTlsPort,
      registerPort,
      ...Object.values(rtpPorts),
    ]),
  ].map(String);
  const texts = Object.values({ ...edgeFiles(plan, place), ...nodeFiles(plan, node, place) }).join('\n');
  const inAddresses = [...texts.matchAll(/(?:\d{1,3}\.){3}\d{1,3}:(\d+)/g)].map(([, port]) => port!);
  const named = [...texts.matchAll(/^(?:bindport|port|rtpstart|rtpend) = (\d+)/gm)].map(([, port]) => port!);
  const asked = [...texts.matchAll(/\$Rp == (\d+)/g)].map(([, port]) => port!);
  expect(inAddresses.length + named.length + asked.length).toBeGreaterThan(15);
  const foreign = [...inAddresses, ...named, ...asked].filter((port) => !known.includes(port) && port !== '5432');
  expect(foreign).toEqual([]);
  expect(new Set(known).size).toBe(known.length);
});

test('each node has ports for sound of its own, and none is shared', () => {
  const { nodes } = aPlan({ nodes: 3, rtpPorts: { first: 12_000, last: 12_999 } });
  const ranges = nodes.map(({ rtpPorts: { first, last } }) => [first, last]);
  expect(ranges).toEqual([
    [12_000, 12_331],
    [12_332, 12_663],
    [12_664, 12_995],
  ]);
});

test('what holds a secret is read by its owner alone, and a second writing changes nothing', () => {
  const folder = aFolder();
  const plan = aPlan();
  const first = writeHouse(plan, folder, programs);
  expect(first.filter(({ part }) => part === 'edge').map(({ file }) => file)).toEqual([
    'kamailio.cfg',
    'dispatcher.list',
  ]);
  expect(new Set(first.map(({ what }) => what))).toEqual(new Set(['made']));
  for (const file of filesUnder(folder).filter((name) => name.includes('/etc/')))
    expect(statSync(file).mode & 0o077, file).toBe(0);
  for (const home of ['edge', 'nodes/a', 'nodes/b']) expect(statSync(join(folder, home)).mode & 0o077, home).toBe(0);
  expect(writeHouse(plan, folder, programs)).toEqual([]);
});

test('what changed is told file by file', () => {
  const folder = aFolder();
  const plan = aPlan();
  writeHouse(plan, folder, programs);
  const carriers = [{ name: 'main', address: '192.0.2.5', port: 5_060 }];
  expect(writeHouse({ ...plan, carriers }, folder, programs)).toEqual([
    { part: 'edge', file: 'kamailio.cfg', what: 'changed' },
    { part: 'edge', file: 'dispatcher.list', what: 'changed' },
  ]);
});

test('a plan is kept for its owner alone and read as it was', () => {
  const folder = aFolder();
  expect(readHousePlan(folder)).toBeNull();
  const plan = aPlan();
  keepHousePlan(folder, plan);
  expect(readHousePlan(folder)).toEqual(plan);
  expect(filesUnder(folder).map((file) => statSync(file).mode & 0o777)).toEqual([0o600]);
});

test('a plan of an older version is read, and what it lacks is named', () => {
  const folder = aFolder();
  const { trunkPort: _, trunkAddress: _address, proxies: _proxies, ...edge } = aPlan().edge;
  const nodes = aPlan().nodes.map(({ soundAddress: _sound, ...node }) => node);
  keepHousePlan(folder, { ...aPlan(), edge, nodes } as unknown as HousePlan);
  const read = readHousePlan(folder)!;
  expect(missingIn(read)).toEqual([
    'edge.trunkAddress',
    'edge.trunkPort',
    'node a.soundAddress',
    'node b.soundAddress',
  ]);
  expect(read.edge.proxies).toEqual([]);
  expect(missingIn(aPlan())).toEqual([]);
});

test('what the edge writes into a call of a carrier is of that call, and its secret stands in no header', () => {
  const { 'kamailio.cfg': edge } = edgeFiles(aPlan(), place);
  expect(edge).toContain('add_rr_param(";way=$var(way)")');
  expect(edge).toMatch(/\$var\(way\) = "[0-9a-f]{24} " \+ \$ci/);
  expect(edge!.match(/add_rr_param\("[^"]*[0-9a-f]{24}/)).toBeNull();
});

test('a node believes the edge where nobody else reaches it, whatever address a packet names', () => {
  const plan = aPlan({ address: '192.0.2.2' });
  const { 'extensions.conf': dialPlan } = nodeFiles(plan, plan.nodes[0]!, place);
  expect(dialPlan).toContain(`"\${CHANNEL(pjsip,local_addr)}"="192.0.2.2:${plan.nodes[0]!.sipPort}"]?heard)`);
});

test('proxies are believed by their networks, and nothing else is written beside them', () => {
  expect(edgeFiles(aPlan(), place)['kamailio.cfg']).not.toContain('#!define WITH_PROXIES');
  const { 'kamailio.cfg': edge } = edgeFiles(aPlan({ proxies: ['10.0.0.0/8', '192.0.2.5'] }), place);
  expect(edge).toContain('is_in_subnet("$var(client)", "10.0.0.0/8") || is_in_subnet("$var(client)", "192.0.2.5/32")');
  expect(() => edgeFiles(aPlan({ proxies: ['10.0.0.0/8") || true || ("'] }), place)).toThrow('cannot be the network');
});

test('secrets are long, new in every house, and those of ARI open no AMI', () => {
  const [one, other] = [aPlan().secrets, aPlan().secrets];
  expect(new Set([one.ari, one.ami, other.ari, other.ami]).size).toBe(4);
  expect(one.ari.length).toBeGreaterThanOrEqual(32);
});

test('the edge takes away what only it may say, and every header of a caller is kept under a name of ours', () => {
  const plan = aPlan();
  const taken = /remove_hf_re\("\^X-\(([^)]+)\)\$"\)/.exec(edgeFiles(plan, place)['kamailio.cfg']!)![1]!.split('|');
  expect(taken.map((name) => `X-${name}`).toSorted()).toEqual(Object.values(EdgeHeader).toSorted());
  const { 'extensions.conf': dialPlan, 'ari.conf': ari } = nodeFiles(plan, plan.nodes[0]!, place);
  for (const header of Object.values(CallHeader)) expect(dialPlan).toContain(`\${PJSIP_HEADER(read,${header})}`);
  expect(ari).toContain('OS_X_CC_TOKEN');
});

test('lines are known by their names; several places of one name are tried in their order', () => {
  const carriers = [
    { name: 'main', address: '192.0.2.5', port: 5_060 },
    { name: 'spare', address: '192.0.2.6', port: 5_070 },
    { name: 'main', address: '192.0.2.7', port: 5_060 },
  ];
  const { 'dispatcher.list': list } = edgeFiles(aPlan({ carriers }), place);
  expect(list!.split('\n').filter((line) => line.startsWith('20'))).toEqual([
    '200 sip:192.0.2.5:5060 8 3 line=main',
    '201 sip:192.0.2.6:5070 8 2 line=spare',
    '200 sip:192.0.2.7:5060 8 1 line=main',
  ]);
});

test('a tenant’s calls go to one node while it lives, then to the next', () => {
  const nodes = ['a', 'b', 'c'];
  expect(nodesInTurn(shardOf(65), nodes)).toEqual(['b', 'c', 'a']);
  expect(nodesInTurn(shardOf(64), nodes)).toEqual(['a', 'b', 'c']);
  expect(nodesInTurn(3, [])).toEqual([]);
});
