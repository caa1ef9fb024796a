import { createSocket, Socket } from 'node:dgram';
import { afterEach, expect, test, vi } from 'vitest';
import { alawOfUlaw } from '#core/telephony/alaw.ts';
import { SILENCE } from '#core/telephony/g711.ts';
import { handClock } from '#test/clock.ts';
import { toneFrame } from '#test/tone-ear.ts';
import { buildRtp, isRtcp, parseRtp, type RtpPacket } from '../embedded/sound/rtp.ts';
import type { AudioPacket } from '../embedded/sound/sound-end.ts';
import { RtpEnd, type AgreedSound, type RtpEndOptions } from './rtp-end.ts';
import { openRtpPorts } from './rtp-ports.ts';
import { SrtpContext } from './srtp.ts';
import { until } from '../until.fixture.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function aSocket(
  address = '127.0.0.1',
): Promise<{ socket: Socket; port: number; heard: Buffer[]; rtp(): RtpPacket[] }> {
  const socket = createSocket('udp4');
  const heard: Buffer[] = [];
  socket.on('message', (bytes) => void heard.push(bytes));
  await new Promise<void>((done) => socket.bind(0, address, done));
  closing.push(() => socket.close());
  const rtp = (): RtpPacket[] => heard.filter((bytes) => !isRtcp(bytes)).map((bytes) => parseRtp(bytes)!);
  return { socket, port: socket.address().port, heard, rtp };
}

async function open(
  agreed: Partial<AgreedSound> = {},
  trusted: string[] = [],
  more: Pick<RtpEndOptions, 'firstTo'> = {},
) {
  const clock = handClock(1_000_000);
  const ticks = new Set<() => void>();
  const pair = (await openRtpPorts('127.0.0.1', null).open())!;
  const end = new RtpEnd({
    pair,
    metronome: { subscribe: (tick) => (ticks.add(tick), () => void ticks.delete(tick)) },
    after: clock.after,
    now: clock.monotonicMs,
    isTrusted: (address) => trusted.includes(address),
    ...more,
  });
  closing.push(() => end.close());
  const peer = await aSocket();
  const packets: AudioPacket[] = [];
  const keys: string[] = [];
  end.listener = { packet: (packet) => void packets.push(packet), key: (key) => void keys.push(key) };
  const settled: AgreedSound = {
    address: '127.0.0.1',
    port: peer.port,
    reportPort: peer.port + 1,
    isMuxed: true,
    codec: 'PCMU',
    keyPayload: 96,
    packetMs: 20,
    theyListen: true,
    theySpeak: true,
    secureIn: null,
    secureOut: null,
    ...agreed,
  };
  end.agree(settled);
  let sequence = 0;
  const packet = (more: Partial<RtpPacket> = {}): Buffer =>
    buildRtp({
      payloadType: 0,
      marker: false,
      sequence: ++sequence,
      timestamp: sequence * 160,
      ssrc: 5,
      payload: toneFrame(500),
      ...more,
    });
  const say = (from: { socket: Socket }, more: Partial<RtpPacket> = {}): void =>
    from.socket.send(packet(more), end.port, '127.0.0.1');
  const tick = (): void => {
    clock.turn(20);
    for (const one of ticks) one();
  };
  return { clock, end, peer, packets, keys, say, packet, tick, settled };
}
const came = (packets: readonly unknown[], count: number) => until(`${count} packets`, () => packets.length >= count);

test('sound comes as it was sent: lengths, numbers, codec; silence of theirs and odd formats are passed over', async () => {
  const { end, peer, packets, say } = await open();
  say(peer);
  say(peer, { payloadType: 13, payload: Uint8Array.of(60) });
  say(peer, { payloadType: 18 });
  say(peer, { payloadType: 8, payload: alawOfUlaw(toneFrame(500)) });
  say(peer, { payload: new Uint8Array(480).fill(SILENCE) });
  await came(packets, 3);
  expect(packets.map(({ sequence, payload }) => [sequence, payload.length])).toEqual([
    [1, 160],
    [4, 160],
    [5, 480],
  ]);
  expect(packets[1]!.payload[0]).toBe(packets[0]!.payload[0]);
  expect(end.oddities).toMatchObject({ comfortNoise: 1, unknown: 1, strays: 0 });
  expect(end.quality()).toMatchObject({ packetsReceived: 4, packetsLost: 1 });
});

test('strangers are not heard, and the sound does not move to them', async () => {
  const { end, peer, packets, say, clock } = await open();
  const stranger = await aSocket('127.0.0.9');
  const neighbour = await aSocket();
  say(stranger);
  say(peer);
  await came(packets, 1);
  say(stranger);
  say(neighbour);
  say(peer);
  await came(packets, 2);
  await until('counted', () => end.oddities.strays === 3);
  end.send(toneFrame(500));
  await until('ours goes to them', () => peer.rtp().length === 1);
  clock.leap(1_500);
  say(stranger);
  await until('still a stranger', () => end.oddities.strays === 4);
  say(neighbour);
  await came(packets, 3);
  end.send(toneFrame(500));
  await until('it moved within their address', () => neighbour.rtp().length === 1);
  expect(end.oddities.moved).toBe(1);
  expect(stranger.heard).toEqual([]);
});

test('networks of the carrier may send from elsewhere; a new description begins anew', async () => {
  const { end, packets, say, settled } = await open({ address: '127.0.0.3' }, ['127.0.0.8']);
  const relay = await aSocket('127.0.0.8');
  say(relay);
  await came(packets, 1);
  end.send(toneFrame(500));
  await until('answered there', () => relay.rtp().length === 1);
  const other = await aSocket('127.0.0.1');
  end.agree({ ...settled, address: '127.0.0.1', port: other.port });
  end.send(toneFrame(500));
  await until('sent to the new place', () => other.rtp().length === 1);
});

test.each([
  [10, [80, 80, 80, 80, 80, 80]],
  [20, [160, 160, 160]],
  [30, [240, 240]],
  [60, [480]],
])('they want packets of %d ms', async (packetMs, lengths) => {
  const { end, peer, tick } = await open({ packetMs });
  for (let frame = 0; frame < 3; frame++) {
    end.send(toneFrame(500));
    tick();
  }
  await until('sent', () => peer.rtp().length === lengths.length);
  const sent = peer.rtp();
  expect(sent.map(({ payload }) => payload.length)).toEqual(lengths);
  for (let at = 1; at < sent.length; at++)
    expect((sent[at]!.timestamp - sent[at - 1]!.timestamp) >>> 0).toBe(lengths[0]);
});

test('what one end hears another forwards, under a head of its own whatever the head was, also to several', async () => {
  const [here, there, besides] = [await open(), await open(), await open({ codec: 'PCMA' })];
  const forward = (packet: AudioPacket): void => [besides, there].forEach(({ end }) => end.forward(packet));
  here.end.listener = { packet: forward, key: () => {} };
  here.say(here.peer);
  const plain = here.packet();
  const withSource = Buffer.concat([plain.subarray(0, 12), Buffer.alloc(4), plain.subarray(12)]);
  withSource[0]! |= 1;
  here.peer.socket.send(withSource, here.end.port, '127.0.0.1');
  here.say(here.peer, { payloadType: 8, payload: alawOfUlaw(toneFrame(500)) });
  await until('forwarded', () => there.peer.rtp().length === 3 && besides.peer.rtp().length === 3);
  const [sent, alaw] = [there.peer.rtp(), besides.peer.rtp()];
  const first = sent[0]!;
  expect(first.ssrc).not.toBe(5);
  expect(sent.map(({ payloadType, ssrc, sequence }) => [payloadType, ssrc, sequence - first.sequence])).toEqual([
    [0, first.ssrc, 0],
    [0, first.ssrc, 1],
    [0, first.ssrc, 2],
  ]);
  expect(sent.map(({ timestamp }) => (timestamp - first.timestamp) >>> 0)).toEqual([0, 160, 320]);
  for (const { payload } of sent.slice(0, 2)) expect(Buffer.from(payload)).toEqual(Buffer.from(toneFrame(500)));
  for (const { payloadType, payload } of alaw.slice(0, 2))
    expect([payloadType, Buffer.from(payload)]).toEqual([8, Buffer.from(alawOfUlaw(toneFrame(500)))]);
});

test('A-law goes out where it was agreed; nothing while they hold us', async () => {
  const { end, peer, settled } = await open({ codec: 'PCMA' });
  end.send(toneFrame(500));
  await until('sent', () => peer.rtp().length === 1);
  expect([peer.rtp()[0]!.payloadType, Buffer.from(peer.rtp()[0]!.payload)]).toEqual([
    8,
    Buffer.from(alawOfUlaw(toneFrame(500))),
  ]);
  end.agree({ ...settled, theyListen: false });
  end.send(toneFrame(500));
  end.agree(settled);
  end.send(toneFrame(500));
  await until('sent', () => peer.rtp().length === 2);
});

test('keys are pressed in the sound, which waits; two equal ones stay two', async () => {
  const { end, peer, tick, keys, say } = await open();
  end.sendKey('5', 60);
  end.sendKey('5', 60);
  for (let times = 0; times < 20; times++) {
    end.send(toneFrame(500));
    tick();
  }
  const pressed = (): RtpPacket[] => peer.rtp().filter(({ payloadType }) => payloadType === 96);
  await until('sent', () => pressed().length === 10);
  expect(new Set(pressed().map(({ timestamp }) => timestamp)).size).toBe(2);
  expect(pressed().map(({ payload }) => payload[1]! >> 7)).toEqual([0, 0, 1, 1, 1, 0, 0, 1, 1, 1]);
  for (const timestamp of [1_000, 1_000, 1_000, 5_000])
    say(peer, { payloadType: 101, timestamp, payload: Uint8Array.of(7, 10, 0, 160) });
  await until('heard', () => keys.join('') === '77');
});

test('who is spoken to by nobody still hears of us now and then, and is reported to', async () => {
  const { clock, peer, end } = await open();
  end.isQuiet = true;
  end.send(toneFrame(500));
  clock.turn(20_000);
  end.isQuiet = false;
  end.send(toneFrame(500));
  await until('nothing before', () => peer.rtp().length === 1);
  peer.heard.length = 0;
  clock.turn(4_000);
  await until('a report', () => peer.heard.some(isRtcp));
  expect(peer.rtp()).toEqual([]);
  clock.turn(1_000);
  await until('a sign of life', () => peer.rtp().length === 1);
  expect([...peer.rtp()[0]!.payload].every((byte) => byte === SILENCE)).toBe(true);
  clock.turn(10_000);
  await until('and again', () => peer.rtp().length === 3);
});

test('each learns from the other how its sound arrives', async () => {
  const { end, peer, say, clock } = await open();
  say(peer);
  await until('heard', () => end.quality().packetsReceived === 1);
  end.send(toneFrame(500));
  clock.turn(1_000);
  const report = await until('a report', () => peer.heard.find(isRtcp));
  const [ssrc, ntp] = [report.readUInt32BE(4), report.readUInt32BE(10)];
  const theirs = Buffer.alloc(32);
  theirs.set([0x81, 201, 0, 7]);
  theirs.writeUInt32BE(5, 4);
  theirs.writeUInt32BE(ssrc, 8);
  theirs[12] = 64;
  theirs.writeUInt32BE(ntp, 24);
  clock.turn(80);
  peer.socket.send(theirs, end.port, '127.0.0.1');
  await until('read', () => end.quality().roundTripMs !== null);
  expect(end.quality()).toMatchObject({ remoteLossFraction: 0.25, packetsSent: 1 });
  expect(Math.abs(end.quality().roundTripMs! - 80)).toBeLessThan(5);
});

test('secured, only what is signed is heard; ours is secret', async () => {
  const [theirKey, ourKey] = [Buffer.alloc(30, 1), Buffer.alloc(30, 2)];
  const suite = 'AES_CM_128_HMAC_SHA1_80';
  const { end, peer, packets, packet } = await open({
    secureIn: new SrtpContext(theirKey, suite),
    secureOut: new SrtpContext(ourKey, suite),
  });
  const speaker = new SrtpContext(theirKey, suite);
  peer.socket.send(packet(), end.port, '127.0.0.1');
  peer.socket.send(speaker.protect(packet()), end.port, '127.0.0.1');
  await came(packets, 1);
  await until('counted', () => end.oddities.forged === 1);
  end.send(toneFrame(500));
  await until('sent', () => peer.heard.length === 1);
  expect(peer.heard[0]!.length).toBe(182);
  expect(Buffer.from(parseRtp(new SrtpContext(ourKey, suite).unprotect(peer.heard[0]!)!)!.payload)).toEqual(
    Buffer.from(toneFrame(500)),
  );
});

test('ports come in turn out of their range, and none is left when all are taken', async () => {
  const free = await aSocket();
  const first = free.port + (free.port % 2) + 2;
  const ports = openRtpPorts('127.0.0.1', { first, last: first + 5 });
  const pairs = [await ports.open(), await ports.open(), await ports.open()].filter((pair) => pair !== null);
  expect(pairs.every(({ port }) => port % 2 === 0 && port >= first && port <= first + 4)).toBe(true);
  expect(new Set(pairs.map(({ port }) => port)).size).toBe(pairs.length);
  if (pairs.length === 3) expect(await ports.open()).toBeNull();
  for (const pair of pairs) pair.close();
  expect(ports.inUse).toBe(0);
  pairs[0]?.close();
});

test('a port nobody can have is never sent to: the network would end the process over it', async () => {
  const { clock, end, settled } = await open({ isMuxed: false, reportPort: 65_536 });
  end.send(toneFrame(500));
  expect(() => clock.turn(10_000)).not.toThrow();
  end.agree({ ...settled, isMuxed: false, port: 0, reportPort: 0 });
  end.send(toneFrame(500));
  expect(() => clock.turn(10_000)).not.toThrow();
  end.close();
  end.agree(settled);
  expect(() => end.send(toneFrame(500))).not.toThrow();
});

test('a report of theirs may be days old', async () => {
  const { clock, end, peer, say, packets } = await open();
  say(peer);
  await came(packets, 1);
  const theirs = Buffer.alloc(28);
  theirs.set([0x80, 200, 0, 6]);
  theirs.writeUInt32BE(5, 4);
  theirs.writeUInt32BE(1, 8);
  peer.socket.send(theirs, end.port, '127.0.0.1');
  say(peer);
  await came(packets, 2);
  clock.leap(86_400_000);
  expect(() => clock.turn(1_000)).not.toThrow();
  await until('ours is still said', () => peer.heard.some(isRtcp));
});

test('whom nothing may be sent to as described hears us once it spoke itself', async () => {
  const { clock, end, peer, say, packets } = await open({}, [], { firstTo: () => null });
  end.send(toneFrame(500));
  clock.turn(10_000);
  say(peer);
  await came(packets, 1);
  expect(peer.heard).toEqual([]);
  end.send(toneFrame(500));
  await until('now', () => peer.rtp().length === 1);
});

test('a port somebody else has leaves no socket behind', async () => {
  const taken = (await openRtpPorts('127.0.0.1', null).open())!;
  closing.push(() => taken.close());
  const closed = vi.spyOn(Socket.prototype, 'close');
  expect(await openRtpPorts('127.0.0.1', { first: taken.port, last: taken.port + 1 }).open()).toBeNull();
  expect(closed.mock.calls.length).toBeGreaterThanOrEqual(50);
  closed.mockRestore();
});
