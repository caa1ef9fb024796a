import { createSocket, type Socket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import type { Carrier, CarrierLeg } from '#adapters/telephony/carrier.ts';
import { openMetronome } from '#adapters/telephony/embedded/sound/open-metronome.ts';
import { headerOf, openScriptedPeer, peerSdp } from '#adapters/telephony/trunk/scripted-peer.fixture.ts';
import { DEFAULT_TRUNK } from '#adapters/telephony/trunk/trunk-settings.ts';
import { systemClock } from '#platform/server/clock.ts';
import { passedOn } from '#platform/server/homes/passed-on.ts';
import { openLog } from '#platform/server/log.ts';
import { openTrunkLead, serveLedCalls } from './open-trunk-lead.ts';
import { openTrunks } from './open-trunks.ts';

// Two processes with the same lent trunk, as far as its calls go: real sockets for signalling, sound and the way between them.
const PASS = 'a pass';
const metronome = openMetronome();
const ends: (() => unknown)[] = [() => metronome.stop()];
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});
// oxlint-disable-next-line vitest/require-awaited-expect-poll -- whoever calls it awaits it.
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000, interval: 10 });

async function aProcess(port: number) {
  const legs: CarrierLeg[] = [];
  const problems: string[] = [];
  const carriers = new Map<string, Carrier>();
  const trunks = openTrunks({
    place: { bind: '127.0.0.1', address: null, port, tlsPort: 0, rtpPorts: null },
    certificate: null,
    allowPrivate: true,
    exchange: {
      addCarrier(name, carrier) {
        carriers.set(name, carrier);
        carrier.onCall((leg) => void legs.push(leg));
      },
      removeCarrier: (name) => void carriers.delete(name),
    },
    metronome,
    clock: systemClock,
    log: openLog('error', { write: (line) => void problems.push(line) }),
    edge: { patience: { goodbyeMs: 50 } },
  });
  ends.push(async () => {
    await trunks.stop();
    expect(problems).toEqual([]);
  });
  const server = createServer();
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const led = serveLedCalls(
    server,
    (request) => passedOn(PASS, request),
    (name, leg) => trunks.takeLed(name, leg),
  );
  ends.push(
    () => new Promise((done) => server.close(done)),
    () => led.stop(),
  );
  return { trunks, legs, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function freePort(): Promise<number> {
  const peer = await openScriptedPeer(() => 0);
  peer.close();
  return peer.port;
}

/** Where the carrier speaks and hears. */
async function aPhoneOutside(): Promise<{ socket: Socket; port: number; heard: () => number }> {
  const socket = createSocket('udp4');
  let heard = 0;
  socket.on('message', (bytes) => void (heard += (bytes[1]! & 0x7f) === 0 ? 1 : 0));
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  ends.push(() => socket.close());
  return { socket, port: socket.address().port, heard: () => heard };
}

test('[CC-12] who calls over a lent trunk is answered where their team is at home, in another process, and both hear each other', async () => {
  const port = await freePort();
  const [called, home] = [await aProcess(port), await aProcess(await freePort())];
  const peer = await openScriptedPeer(() => port);
  ends.push(() => peer.close());
  const settings = {
    ...DEFAULT_TRUNK,
    domain: 'carrier.example',
    gateways: [{ host: peer.address, port: peer.port }],
    healthSec: null,
  };
  for (const { trunks } of [called, home])
    await trunks.put('lent-house', settings, { mayBePrivate: true, tenantId: null });
  await called.trunks.find('lent-house');
  called.trunks.leadCalls(
    openTrunkLead({
      homes: { find: async () => ({ at: 'elsewhere', address: home.address, pass: PASS }), missed: () => {} },
      tenantOf: async () => 7,
      certificate: null,
    }),
  );

  const outside = await aPhoneOutside();
  const uri = `sip:+49301@127.0.0.1:${port}`;
  const invite = peer.ask('INVITE', { uri, from: '<sip:+49302@carrier.example>;tag=a', body: peerSdp(outside.port) });
  await soon(() => home.legs.length).toBe(1);
  const leg = home.legs[0]!;
  expect([leg.to, leg.from, called.legs]).toEqual(['+49301', '+49302', []]);
  let frames = 0;
  let ended = '';
  leg.listener = { frame: () => void frames++, ended: (status) => void (ended = `ended ${status}`) };
  leg.ringing();
  await peer.next('SIP/2.0 180');
  const confirmed = leg.answer();
  const answered = await peer.next('SIP/2.0 200');
  peer.ask('ACK', { of: { request: invite, answer: answered, isOurs: true } });
  await confirmed;

  const soundPort = Number(/^m=audio (\d+)/m.exec(answered)![1]);
  const packet = Buffer.alloc(172, 0xff);
  packet.set([0x80, 0, 0, 1]);
  outside.socket.send(packet, soundPort, '127.0.0.1');
  await soon(() => frames).toBeGreaterThan(0);
  for (let at = 0; at < 5; at++) leg.send(new Uint8Array(160).fill(0x80));
  await soon(() => outside.heard()).toBeGreaterThan(0);

  expect(headerOf(answered, 'contact')).toContain(`:${port}`);
  peer.ask('BYE', { of: { request: invite, answer: answered, isOurs: true }, cseq: 2 });
  await soon(() => ended).toBe('ended null');
  await soon(() => called.trunks.state('lent-house')!.calls.incoming).toBe(0);
});
