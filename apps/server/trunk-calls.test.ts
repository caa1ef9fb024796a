import { createHash } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openMetronome } from '#adapters/telephony/embedded/sound/open-metronome.ts';
import {
  headerOf,
  openScriptedPeer,
  peerSdp,
  uriIn,
  type ScriptedPeer,
} from '#adapters/telephony/trunk/scripted-peer.fixture.ts';
import { aTenantHouse, aVoice, phoneHeaders, serve, soon } from '#features/voice/calls/server/calls.fixture.ts';
import { NEW_SIP_TRUNK, type SipTrunk, type SipTrunkFields } from '#features/voice/trunks/contract.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openLog } from '#platform/server/log.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { aMember } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { openTestExchange } from '#test/test-exchange.ts';
import { testServer } from '#test/test-server.ts';
import { openTrunks } from './open-trunks.ts';

vi.setConfig({ testTimeout: 60_000 });

// The product's server, desk and exchange; a phone over websockets on one side, a carrier of bare datagrams on the other.
const DOMAIN = 'openseat.test';
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const { db, close } = await testDb();
const exchange = await openTestExchange({
  carriers: {},
  accounts: { find: async (account) => ({ ha1: md5(`${account}:${DOMAIN}:secret-${account}`) }) },
});
const metronome = openMetronome();
const problems: string[] = [];
const freePort = await openScriptedPeer(() => 0);
freePort.close();
const trunks = openTrunks({
  place: { bind: '127.0.0.1', address: null, port: freePort.port, tlsPort: 0, rtpPorts: null },
  certificate: null,
  allowPrivate: true,
  exchange: exchange.telephony,
  metronome,
  clock: systemClock,
  log: openLog('error', { write: (line) => void problems.push(line) }),
  edge: { patience: { goodbyeMs: 50 } },
});
const server = await testServer({ db, trunks });
const voice = aVoice(db, { telephony: exchange.telephony });
const peers: ScriptedPeer[] = [];
const ears: Socket[] = [];
beforeAll(voice.start);
afterAll(async () => {
  await voice.stop();
  await server.close();
  await trunks.stop();
  await exchange.close();
  metronome.stop();
  for (const one of [...peers, ...ears]) one.close();
  await close();
  expect([...problems, ...voice.problems, ...exchange.bugs]).toEqual([]);
});

async function aCarrier(address = '127.0.0.1'): Promise<ScriptedPeer> {
  const peer = await openScriptedPeer(() => freePort.port, address);
  peers.push(peer);
  return peer;
}

/** A team with a number, a group and a trunk that leads to the carrier. */
async function aTeam(peer: ScriptedPeer, wishes: Partial<SipTrunkFields> = {}) {
  const house = await aTenantHouse(db);
  const { token } = await aMember(db, house.tenantId, { functions: ['trunks.view', 'trunks.edit'] });
  const post = (path: string, body: object = {}) => server.ask('POST', `/cc/api/trunk/v1/${path}`, { token, body });
  const fields: SipTrunkFields = {
    ...NEW_SIP_TRUNK,
    name: 'Carrier',
    domain: 'carrier.example',
    gateways: [{ host: peer.address, port: peer.port, transport: 'udp' }],
    healthSec: null,
    ...wishes,
  };
  const { data } = await post('create', fields);
  const one = async (): Promise<SipTrunk> => (await post('list')).data.trunks[0];
  await soon(async () => (await one()).state.at).toBe('open');
  // The route of the house goes over it.
  await db.everyTenant('its route', (tx) =>
    sql`update router_trunk set trunk_id = (select id from trunk where tenant_id = ${house.tenantId} and carrier = ${`sip-${data.id}`}) where tenant_id = ${house.tenantId}`.execute(
      tx.as(),
    ),
  );
  return { house, fields, id: data.id as number, post, one };
}

/** Where the carrier hears: how many packets of sound came, and which keys were pressed (RFC 4733, as `peerSdp` numbers them). */
async function anEar() {
  const socket = createSocket('udp4');
  const keys = new Set<number>();
  let packets = 0;
  socket.on('message', (bytes) => {
    packets += 1;
    if ((bytes[1]! & 0x7f) === 101) keys.add(bytes[12]!);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  ears.push(socket);
  return { port: socket.address().port, keys, packets: () => packets };
}

const account = { user: 'ana', authUser: '', password: 'geheim' };
const CHALLENGE = 'WWW-Authenticate: Digest realm="carrier", nonce="abc", algorithm=MD5';

test('[CC-12] a trunk registers with its password; a wrong one waits for minutes and says so; a change mends it at once', async () => {
  const peer = await aCarrier();
  const { post, fields, id, one } = await aTeam(peer, { account, register: { seconds: 600 } });
  peer.answer(await peer.next('REGISTER'), 401, { headers: [CHALLENGE] });
  const proven = await peer.next('REGISTER');
  expect(headerOf(proven, 'authorization')).toMatch(/username="ana".*realm="carrier"/);
  peer.answer(proven, 401, { headers: [CHALLENGE] });
  await soon(async () => (await one()).state).toMatchObject({
    registration: { at: 'refused', retryAt: expect.any(String) },
    fault: { what: 'wrongPassword', detail: '401' },
  });
  const { version } = await one();
  const mended = { ...fields, id, version, account: { ...account, password: 'besser' } };
  expect((await post('update', mended)).code).toBe(0);
  const again = await peer.next('REGISTER');
  const contact = headerOf(again, 'contact').replace(/;expires=\d+/, '');
  peer.answer(again, 200, { headers: [`Contact: ${contact};expires=600`] });
  await soon(async () => (await one()).state.registration.at).toBe('registered');
});

test('[CC-12] a caller over a trunk reaches the group of the number, and talks to an agent', async () => {
  const peer = await aCarrier();
  const { house, one } = await aTeam(peer, {
    dialledNumber: { form: 'national', country: 'MX', cut: '', prefix: '' },
  });
  const agent = await voice.aMemberWithPhone(house.tenantId);
  const phone = await exchange.phone(agent.sipNum);
  await serve(db, voice.queues, house, agent);
  await soon(() => voice.agentNow(agent).whyNotRoutable).toBeNull();
  const uri = `sip:${house.did.slice(2)}@127.0.0.1:${freePort.port}`;
  const invite = peer.ask('INVITE', { uri, from: '<sip:+4930123456@carrier.example>;tag=a', body: peerSdp(40_000) });
  await soon(() => phone.rung()).toBeTruthy();
  const rung = phone.rung()!;
  expect(rung.callerId()).toContain('4930123456');
  await rung.answer();
  const answered = await peer.next('SIP/2.0 200');
  peer.ask('ACK', { of: { request: invite, answer: answered, isOurs: true } });
  await soon(() => rung.at()).toBe('talking');
  await soon(async () => (await one()).state).toMatchObject({ calls: { incoming: 1 }, received: 1 });
  peer.ask('BYE', { of: { request: invite, answer: answered, isOurs: true }, cseq: 2 });
  await soon(() => rung.at()).toBe('over');
  await soon(async () => (await voice.records(house.tenantId))[0]).toMatchObject({
    direction: 'inbound',
    outcome: CallOutcome.talked,
    ended: true,
  });
});

test('[CC-12] nobody brings calls over a trunk for numbers of another team', async () => {
  const peer = await aCarrier('127.0.0.9');
  await aTeam(peer);
  const { house: other } = await aTeam(await aCarrier());
  peer.ask('INVITE', { uri: `sip:+${other.did}@127.0.0.1:${freePort.port}`, body: peerSdp(40_002) });
  expect(await peer.next('SIP/2.0 404')).toContain('CSeq: 1 INVITE');
  expect([
    ...new Set(peer.received.map((text) => text.slice(0, 11)).filter((text) => text.startsWith('SIP/2.0'))),
  ]).toEqual(['SIP/2.0 100', 'SIP/2.0 404']);
});

test('[CC-12] an agent calls out over a trunk: number and header as the carrier wants them, answered, a key pressed; a change meanwhile leaves it alone', async () => {
  const peer = await aCarrier();
  const { house, fields, id, post, one } = await aTeam(peer, {
    calledNumber: { form: 'digits', country: '', cut: '', prefix: '99' },
    headers: [{ name: 'X-Billing', value: 'a1', isSecret: true }],
  });
  const agent = await voice.aMemberWithPhone(house.tenantId);
  const phone = await exchange.phone(agent.sipNum);
  await soon(() => voice.agentNow(agent).whyNotRoutable).toBeNull();
  const call = phone.call('5512345678', phoneHeaders(agent));
  const invite = await peer.next('INVITE');
  expect(invite).toMatch(/^INVITE sip:99525512345678@carrier\.example SIP\/2\.0/);
  expect(headerOf(invite, 'x-billing')).toBe('a1');
  peer.answer(invite, 180);
  const ear = await anEar();
  const answer = peer.answer(invite, 200, { body: peerSdp(ear.port) });
  await peer.next('ACK');
  await soon(() => call.at()).toBe('talking');
  await soon(() => ear.packets()).toBeGreaterThan(5);
  await call.key('7');
  await soon(() => [...ear.keys]).toEqual([7]);

  const { version } = await one();
  const changed = { ...fields, id, version, callsAtOnce: 5, headers: [{ ...fields.headers[0]!, value: '' }] };
  expect((await post('update', changed)).code).toBe(0);
  await soon(async () => (await one()).state).toMatchObject({ at: 'open', placed: 0 });
  expect(call.at()).toBe('talking');
  peer.ask('BYE', { of: { request: invite, answer, isOurs: false } });
  expect(await peer.next('SIP/2.0 200')).toContain('BYE');
  await soon(() => call.at()).toBe('over');
  await soon(async () => (await voice.records(house.tenantId))[0]).toMatchObject({
    direction: 'outbound',
    outcome: CallOutcome.talked,
    ended: true,
  });
  expect(uriIn(headerOf(invite, 'contact'))).toContain('127.0.0.1');
});

test('[CC-12] a call for help leaves over a real trunk, with where it comes from', async () => {
  const peer = await aCarrier();
  const { house } = await aTeam(peer);
  await db.everyTenant('may carry it', (tx) =>
    sql`update trunk set emergency = true, emergency_address = 'Calle 5, 06000 Ciudad de México' where tenant_id = ${house.tenantId} and carrier <> 'rehearsal'`.execute(
      tx.as(),
    ),
  );
  const agent = await voice.aMemberWithPhone(house.tenantId);
  const phone = await exchange.phone(agent.sipNum);
  await soon(() => voice.agentNow(agent).whyNotRoutable).toBeNull();
  const call = phone.call('911', phoneHeaders(agent));
  const invite = await peer.next('INVITE');
  expect(invite).toMatch(/^INVITE sip:911@carrier\.example/);
  expect(decodeURIComponent(headerOf(invite, 'x-emergency-address'))).toBe('Calle 5, 06000 Ciudad de México');
  peer.answer(invite, 486);
  await soon(() => call.at()).toBe('over');
});
