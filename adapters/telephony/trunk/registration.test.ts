import { createHash } from 'node:crypto';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '#platform/server/clock.ts';
import { handClock } from '#test/clock.ts';
import { aCertificate } from './certificate.fixture.ts';
import type { TrunkWishes } from './open-trunk-carrier.ts';
import type { TrunkEdgeOptions } from './open-trunk-edge.ts';
import { headerOf, peerSdp, uriIn } from './scripted-peer.fixture.ts';
import { StreamReader } from '../sip-wires/stream-reader.ts';
import { openTrunkStage, type TrunkStage } from './trunk-stage.fixture.ts';
import { until } from '../until.fixture.ts';

let stage: TrunkStage;
beforeEach(() => {
  stage = openTrunkStage();
});
afterEach(async () => {
  await stage.close();
  expect(stage.bugs).toEqual([]);
});

const ACCOUNT = { account: { user: 'acme', password: 'secret' }, register: { seconds: 300 } };

async function scripted(wishes: Partial<TrunkWishes> = {}, options: Partial<TrunkEdgeOptions> = {}) {
  const edge = await stage.edge(options);
  const peer = await stage.peer(() => edge.ports.udp!);
  const gateways = [{ host: peer.address, port: peer.port }];
  const trunk = stage.carrier(edge, { domain: 'carrier.example', gateways, ...ACCOUNT, ...wishes });
  return { edge, peer, trunk };
}
const contactOf = (request: string): string => headerOf(request, 'contact');
const granted = (request: string, seconds = 300) => ({
  headers: [`Contact: <${uriIn(contactOf(request))}>;expires=${seconds}`],
});

test.each(['MD5', 'SHA-256'])('[CC-12] registers with a password by %s, and says goodbye', async (algorithm) => {
  const { peer, trunk } = await scripted({}, { patience: { goodbyeMs: 5_000 } });
  const first = await peer.next('REGISTER sip:carrier.example');
  expect(trunk.state().registration.at).toBe('registering');
  peer.answer(first, 401, {
    headers: [`WWW-Authenticate: Digest realm="r", nonce="n1", qop="auth", algorithm=${algorithm}`],
  });
  const second = await peer.next('REGISTER');
  const authorization = headerOf(second, 'authorization');
  const value = (name: string): string => new RegExp(`${name}="?([^",]+)`).exec(authorization)?.[1] ?? '';
  const hash = (text: string): string => createHash(algorithm.replace('-', '')).update(text).digest('hex');
  const expected = hash(
    `${hash('acme:r:secret')}:n1:00000001:${value('cnonce')}:auth:${hash('REGISTER:sip:carrier.example')}`,
  );
  expect(value('response')).toBe(expected);
  peer.answer(second, 200, granted(second));
  await until('registered', () => trunk.state().registration.at === 'registered');
  const { untilMs } = trunk.state().registration;
  expect(untilMs! - Date.now()).toBeGreaterThan(200_000);
  const closed = trunk.close();
  const goodbye = await peer.next('REGISTER');
  expect([headerOf(goodbye, 'expires'), headerOf(goodbye, 'call-id')]).toEqual(['0', headerOf(first, 'call-id')]);
  expect(Number.parseInt(headerOf(goodbye, 'cseq'), 10)).toBeGreaterThan(Number.parseInt(headerOf(second, 'cseq'), 10));
  peer.answer(goodbye, 200);
  await closed;
  expect(trunk.state().registration.at).toBe('off');
});

test.each([
  [401, 'wrongPassword'],
  [403, 'forbidden'],
  [404, 'refused'],
])('a registration refused with %d waits for minutes and says why', async (status, what) => {
  const { peer, trunk } = await scripted();
  const headers = ['WWW-Authenticate: Digest realm="r", nonce="n1"'];
  const first = await peer.next('REGISTER');
  peer.answer(first, status, { headers });
  if (status === 401) peer.answer(await peer.next('REGISTER'), status, { headers });
  await until('refused', () => trunk.state().registration.at === 'refused');
  expect(trunk.state()).toMatchObject({ lastFault: { what, detail: String(status) } });
  expect(trunk.state().registration.retryAtMs! - Date.now()).toBeGreaterThan(200_000);
  expect(peer.count('REGISTER')).toBe(status === 401 ? 2 : 1);
});

test('is tried again after a while, longer each time; renewed before it ends', async () => {
  const patience = { refusedMs: 40, refusedMostMs: 100 };
  const { peer, trunk } = await scripted({}, { patience });
  for (let times = 0; times < 3; times++) peer.answer(await peer.next('REGISTER'), 403);
  const accepted = await peer.next('REGISTER');
  peer.answer(accepted, 200, granted(accepted));
  await until('registered', () => trunk.state().registration.at === 'registered');
  const short = await scripted({}, { patience });
  const brief = await short.peer.next('REGISTER');
  short.peer.answer(brief, 423, { headers: ['Min-Expires: 600'] });
  const longer = await short.peer.next('REGISTER');
  expect(headerOf(longer, 'expires')).toBe('600');
});

test('a registrar that is silent is passed over for the next; none left, it is tried again later', async () => {
  const edge = await stage.edge({ patience: { tryingMs: 100, unreachableMs: 50 } });
  const peer = await stage.peer(() => edge.ports.udp!);
  const gateways = [
    { host: '127.0.0.1', port: 9 },
    { host: peer.address, port: peer.port },
  ];
  const trunk = stage.carrier(edge, { domain: 'carrier.example', gateways, ...ACCOUNT });
  peer.answer(await peer.next('REGISTER'), 503);
  await until('unreachable', () => trunk.state().registration.at === 'unreachable');
  expect(trunk.state().lastFault).toMatchObject({ what: 'unreachable' });
  let asked = await peer.next('REGISTER');
  while (headerOf(asked, 'cseq') === headerOf(peer.received[0]!, 'cseq')) asked = await peer.next('REGISTER');
  peer.answer(asked, 200, granted(asked));
  await until('registered', () => trunk.state().registration.at === 'registered');
});

test('a challenge that is repeated late, after the answer, changes nothing of a registration', async () => {
  const clock = handClock();
  const { peer, trunk } = await scripted({}, { after: clock.after, clock: { ...systemClock, nowMs: clock.nowMs } });
  const challenge = { headers: ['WWW-Authenticate: Digest realm="r", nonce="n1"'] };
  const first = await peer.next('REGISTER');
  peer.answer(first, 401, challenge);
  const second = await peer.next('REGISTER');
  peer.answer(second, 200, granted(second));
  await until('registered', () => trunk.state().registration.at === 'registered');
  peer.answer(first, 401, challenge);
  const kept = ['Via', 'Call-ID', 'CSeq'].map((name) => `${name}: ${headerOf(second, name)}`);
  peer.send(['SIP/2.0 200 Perhaps', ...kept, 'From: nonsense', 'To: <<>', 'Content-Length: 0', '', ''].join('\r\n'));
  await until('what came after it was heard', () => trunk.state().lastFault?.what === 'nonsense');
  clock.turn(16_000);
  expect(trunk.state().registration.at).toBe('registered');
  const closed = trunk.close();
  peer.answer(await peer.next('REGISTER'), 200);
  await closed;
});

test('an answer nobody can read stays the reason, however long another was waited for', async () => {
  const clock = handClock();
  const { peer, trunk } = await scripted({}, { after: clock.after, clock: { ...systemClock, nowMs: clock.nowMs } });
  const asked = await peer.next('REGISTER');
  const kept = ['Via', 'Call-ID', 'CSeq'].map((name) => `${name}: ${headerOf(asked, name)}`);
  peer.send(['SIP/2.0 200 Perhaps', ...kept, 'From: nonsense', 'To: <<>', 'Content-Length: 0', '', ''].join('\r\n'));
  await until('told', () => trunk.state().lastFault?.what === 'nonsense');
  clock.turn(16_000);
  expect(trunk.state()).toMatchObject({ registration: { at: 'unreachable' }, lastFault: { what: 'nonsense' } });
});

test('a connection that breaks is opened again, and registered anew', async () => {
  const sockets: Socket[] = [];
  let registered = 0;
  const server = createServer((socket) => {
    sockets.push(socket);
    const reader = new StreamReader();
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (const request of reader.push(bytes)?.messages ?? []) {
        registered++;
        const lines = request.match(/^(?:via|from|to|call-id|cseq|contact):.*$/gim)!;
        socket.write(['SIP/2.0 200 OK', ...lines, 'Content-Length: 0', '', ''].join('\r\n'));
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const edge = await stage.edge({ tcpPort: 0, patience: { unreachableMs: 200 } });
  const gateways = [{ host: '127.0.0.1', port, transport: 'tcp' as const }];
  const trunk = stage.carrier(edge, { domain: 'carrier.example', gateways, ...ACCOUNT });
  for (let times = 1; times <= 3; times++) {
    await until('registered', () => registered === times && trunk.state().registration.at === 'registered');
    if (times < 3) sockets.at(-1)!.destroy();
  }
  expect(sockets).toHaveLength(3);
  await trunk.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

test('[CC-04] a call to the name we registered comes in from anywhere; the number stands in To', async () => {
  const { peer, trunk, edge } = await scripted();
  const request = await peer.next('REGISTER');
  peer.answer(request, 200, granted(request));
  await until('registered', () => trunk.state().registration.at === 'registered');
  const incoming = stage.incoming(trunk);
  const elsewhere = await stage.peer(() => edge.ports.udp!, '127.0.0.44');
  const text = elsewhere.ask('INVITE', { uri: uriIn(contactOf(request)), body: peerSdp(40_000) });
  await elsewhere.next('SIP/2.0 100');
  expect((await incoming()).leg.to).toMatch(/^t[0-9a-f]{16}$/);
  elsewhere.send(
    text
      .replace(/^To: .*$/m, 'To: <sip:+4930222@carrier.example>')
      .replace(/branch=[^;]+/, 'branch=z9hG4bKnamed')
      .replace(/^Call-ID: .*$/m, 'Call-ID: named'),
  );
  expect((await incoming()).leg.to).toBe('+4930222');
});

test('a certificate nobody vouches for, or that ran out, is told as such', async () => {
  const host = 'carrier.example';
  const [ours, expired] = [aCertificate(host), aCertificate(host, { from: -9e9, until: -86_400_000 })];
  const names = { naptr: async () => [], srv: async () => [], addresses: async () => ['127.0.0.1'] };
  const patience = { unreachableMs: 60_000 };
  const identity = (certificate: typeof ours, trusted: string[]) => ({ port: 0, own: certificate, trusted });
  for (const [shown, trusted, detail] of [
    [ours, [], /SELF_SIGNED/],
    [expired, [expired.cert], /EXPIRED/],
  ] as const) {
    const theirs = await stage.edge({ names, tls: identity(shown, []) });
    stage.carrier(theirs, { domain: host, gateways: [{ host, port: 9, transport: 'tls' }] });
    await until('they know us', () => theirs.world.directory.isPeer('127.0.0.1'));
    const edge = await stage.edge({ names, patience, tls: identity(ours, [...trusted]) });
    const gateways = [{ host, port: theirs.ports.tls!, transport: 'tls' as const }];
    const trunk = stage.carrier(edge, { domain: host, gateways, ...ACCOUNT });
    await until('told', () => trunk.state().registration.at === 'unreachable');
    expect(trunk.state().lastFault).toMatchObject({ what: 'certificate', detail: expect.stringMatching(detail) });
  }
});

test('[CC-12] certificates a trunk brings along count for it alone: another to the same carrier trusts nobody, and harms it not', async () => {
  const host = 'carrier.example';
  const shown = aCertificate(host);
  const names = { naptr: async () => [], srv: async () => [], addresses: async () => ['127.0.0.1'] };
  const theirs = await stage.edge({ names, tls: { port: 0, own: shown } });
  stage.carrier(theirs, { domain: host, gateways: [{ host, port: 9, transport: 'tls' }] });
  await until('they know us', () => theirs.world.directory.isPeer('127.0.0.1'));
  const edge = await stage.edge({ names, patience: { unreachableMs: 60_000 }, tls: { port: 0 } });
  const gateways = [{ host, port: theirs.ports.tls!, transport: 'tls' as const }];
  const trusting = stage.carrier(edge, { domain: host, gateways, roots: [shown.cert] });
  await trusting.check();
  expect(trusting.state().gateways[0]).toMatchObject({ at: 'up' });
  const doubting = stage.carrier(edge, { domain: host, gateways });
  await doubting.check();
  expect(doubting.state()).toMatchObject({ gateways: [{ at: 'down' }], lastFault: { what: 'certificate' } });
  await trusting.check();
  expect(trusting.state()).toMatchObject({ gateways: [{ at: 'up' }], lastFault: null });
});
