import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FRAME_SAMPLES } from '#core/telephony/sound.ts';
import { sine, tonesIn } from '#core/telephony/tone-detector.ts';
import { decodeUlaw, encodeUlaw } from '#core/telephony/g711.ts';
import { openMetronome } from './open-metronome.ts';
import { keySteps } from './rfc4733.ts';
import { buildReport, parseReports } from './rtcp.ts';
import { newSource } from './rtp-line.ts';
import { sequenceAfter, timestampAfter } from './rtp.ts';
import type { AudioPacket } from './sound-end.ts';
import { openProbePhone, PHONE_SSRC, phoneKeysFormat, type SoundPhone } from './sound-phone.fixture.ts';
import { openWebRtcEnd } from './open-webrtc-end.ts';
import type { SoundState, WebRtcEnd } from './webrtc-end.ts';

let udpPort: number;
let metronome: ReturnType<typeof openMetronome>;
let opened: { close(): void }[];

beforeEach(async () => {
  udpPort = await freePort();
  metronome = openMetronome();
  opened = [];
});
afterEach(async () => {
  metronome.stop();
  for (const each of opened) each.close();
  // The one port of all legs is free again: nothing is left open.
  await expect.poll(() => isFree(udpPort)).toBe(true);
});

interface Call {
  end: WebRtcEnd;
  phone: SoundPhone;
  offer: string;
  answer: string;
  states: SoundState[];
  packets: AudioPacket[];
  keys: string[];
}

function open(): Omit<Call, 'offer' | 'answer' | 'phone'> {
  const end = openWebRtcEnd({
    metronome,
    udpPort,
    bindAddress: '127.0.0.1',
    onFault: (error) => expect.fail(String(error)),
  });
  const call = { end, states: [] as SoundState[], packets: [] as AudioPacket[], keys: [] as string[] };
  end.onState((state) => call.states.push(state));
  end.listener = { packet: (packet) => call.packets.push(packet), key: (key) => call.keys.push(key) };
  opened.push(end);
  return call;
}

async function join(call: Omit<Call, 'offer' | 'answer' | 'phone'>): Promise<Call> {
  const phone = openProbePhone();
  opened.push(phone);
  const offer = await phone.offer();
  const answer = await call.end.describe(offer);
  phone.accept(answer);
  await phone.connected;
  await expect.poll(() => call.end.state).toBe('connected');
  return { ...call, phone, offer, answer };
}
const aCall = (): Promise<Call> => join(open());

const say = (hz: number, n: number): Uint8Array => encodeUlaw(sine([hz], FRAME_SAMPLES, n * FRAME_SAMPLES));
const heard = (frames: readonly { payload: Uint8Array }[]): number[] =>
  tonesIn(Int16Array.from(frames.slice(-10).flatMap(({ payload }) => [...decodeUlaw(payload)])));

/** Both speak at the metronome's pace until `until`. */
async function talk({ phone, end }: Call, until: () => boolean, phoneSays = 500, weSay = 900): Promise<void> {
  let n = 0;
  const stop = metronome.subscribe(() => {
    n++;
    phone.send({ payload: say(phoneSays, n), sequence: n & 0xffff, timestamp: n * FRAME_SAMPLES });
    end.send(say(weSay, n));
  });
  await expect.poll(until, { timeout: 10_000 }).toBe(true);
  stop();
}

describe("a browser's sound", () => {
  test('flows both ways through the one port, and the answer is ready at once', async () => {
    const call = await aCall();
    expect(call.answer).toContain(`m=audio ${udpPort} `);
    await talk(call, () => call.packets.length > 20 && call.phone.packets.length > 20);
    expect(heard(call.packets)).toEqual([500]);
    expect(heard(call.phone.packets)).toEqual([900]);
    expect(call.end.quality()).toMatchObject({ packetsLost: 0 });
    expect(call.states).toEqual(['connected']);
  });

  test('two calls share the port and do not hear each other', async () => {
    const [one, two] = await Promise.all([aCall(), aCall()]);
    await Promise.all([
      talk(one!, () => one!.packets.length > 20, 500, 900),
      talk(two!, () => two!.packets.length > 20, 1_300, 1_700),
    ]);
    await expect
      .poll(() => [heard(one!.packets), heard(one!.phone.packets), heard(two!.packets), heard(two!.phone.packets)])
      .toEqual([[500], [900], [1_300], [1_700]]);
  });

  test('[CALL-11] a hold is answered with the directions turned round, and while it lasts nothing is sent', async () => {
    const call = await aCall();
    await talk(call, () => call.packets.length > 5);
    const held = await call.end.describe(call.offer.replace('a=sendrecv', 'a=sendonly'));
    expect(held).toContain('a=recvonly');
    expect(version(held)).toBeGreaterThan(version(call.answer));
    expect(credentials(held)).toEqual(credentials(call.answer));
    const { packetsSent } = call.end.quality();
    const before = call.packets.length;
    const last = call.phone.packets.at(-1)!;
    await talk(call, () => call.packets.length > before + 10);
    expect(call.end.quality().packetsSent).toBe(packetsSent);
    expect(await call.end.describe(call.offer.replace('a=sendrecv', 'a=inactive'))).toContain('a=inactive');

    expect(await call.end.describe(call.offer)).toContain('a=sendrecv');
    call.phone.packets.length = 0;
    await talk(call, () => call.phone.packets.length > 15);
    expect(heard(call.phone.packets)).toEqual([900]);
    // To the phone the hold is a pause, not loss.
    expect(sequenceAfter(call.phone.packets[0]!.sequence, last.sequence)).toBe(1);
    expect(timestampAfter(call.phone.packets[0]!.timestamp, last.timestamp)).toBeGreaterThan(5 * 160);
    expect(call.states).toEqual(['connected']);
  });

  test('[CALL-15] keys go both ways; sound waits while one is pressed', async () => {
    const call = await aCall();
    await talk(call, () => call.packets.length > 5);
    let n = 0;
    for (const { payload } of keySteps('5', 100).flat())
      call.phone.send({ payloadType: phoneKeysFormat, payload, sequence: 1_000 + n++, timestamp: 160_000 });
    for (const { payload } of keySteps('#', 100).flat())
      call.phone.send({ payloadType: phoneKeysFormat, payload, sequence: 1_000 + n++, timestamp: 170_000 });
    await expect.poll(() => call.keys).toEqual(['5', '#']);

    call.phone.packets.length = 0;
    call.end.sendKey('9', 100);
    call.end.sendKey('x', 100);
    const events = () => call.phone.packets.filter(({ payloadType }) => payloadType === phoneKeysFormat);
    await talk(call, () => events().length === 7 && call.phone.packets.length > 20);
    expect(new Set(events().map(({ timestamp }) => timestamp)).size).toBe(1);
    expect(events().map(({ payload }) => [payload[0], payload[1]! >> 7])).toEqual([
      [9, 0],
      [9, 0],
      [9, 0],
      [9, 0],
      [9, 1],
      [9, 1],
      [9, 1],
    ]);
    const all = call.phone.packets;
    all.slice(1).forEach((packet, at) => expect(sequenceAfter(packet.sequence, all[at]!.sequence)).toBe(1));
    const audio = all.filter(({ payloadType }) => payloadType === 0);
    audio
      .slice(1)
      .forEach((packet, at) => expect(timestampAfter(packet.timestamp, audio[at]!.timestamp)).toBeGreaterThan(0));
    const first = all.indexOf(events()[0]!);
    expect(all.slice(first, first + 7).every(({ payloadType }) => payloadType === phoneKeysFormat)).toBe(true);
    expect(timestampAfter(all[first + 7]!.timestamp, all[first]!.timestamp)).toBe(800);
  });

  test('a page that reloads, or a changed network, gets a new connection; its numbers go on', async () => {
    const call = await aCall();
    await talk(call, () => call.phone.packets.length > 10);
    const last = call.phone.packets.at(-1)!;
    call.phone.close();
    const again = await join(call);
    expect(credentials(again.answer)).not.toEqual(credentials(call.answer));
    call.packets.length = 0;
    await talk(again, () => again.phone.packets.length > 12 && call.packets.length > 12, 700, 1_100);
    expect(heard(call.packets)).toEqual([700]);
    expect(heard(again.phone.packets)).toEqual([1_100]);
    const first = again.phone.packets[0]!;
    expect(first.ssrc).toBe(last.ssrc);
    expect(sequenceAfter(first.sequence, last.sequence)).toBeGreaterThan(0);
    expect(sequenceAfter(first.sequence, last.sequence)).toBeLessThan(100);
    expect(timestampAfter(first.timestamp, last.timestamp)).toBeGreaterThan(0);
    expect(new Set(call.packets.map(({ source }) => source)).size).toBe(1);
  });

  test('while a new connection is made the old one still carries sound; nothing is told as lost', async () => {
    const call = await aCall();
    await talk(call, () => call.phone.packets.length > 10);
    const second = openProbePhone();
    opened.push(second);
    const answer = await call.end.describe(await second.offer());
    const before = call.phone.packets.length;
    await talk(call, () => call.phone.packets.length > before + 10);
    expect(second.packets).toEqual([]);
    second.accept(answer);
    await second.connected;
    await talk({ ...call, phone: second }, () => second.packets.length > 12);
    expect(heard(second.packets)).toEqual([900]);
    expect(call.states).toEqual(['connected']);
  });

  test('forwarded packets keep the gaps of their source', async () => {
    const call = await aCall();
    // Who is connected may still be opening its ears: the five are said once something was heard.
    await talk(call, () => call.phone.packets.length > 0);
    const source = newSource();
    const spoken = [1, 2, 4, 3, 5].map((n) => ({ n, payload: say(500, n) }));
    for (const { n, payload } of spoken)
      call.end.forward({ payload, timestamp: n * 160, sequence: n, marker: false, source });
    const forwarded = () =>
      call.phone.packets.filter(({ payload }) => spoken.some((one) => Buffer.compare(one.payload, payload) === 0));
    await expect.poll(() => forwarded().length).toBe(5);
    expect(forwarded().map(({ sequence }) => sequenceAfter(sequence, forwarded()[0]!.sequence))).toEqual([
      0, 1, 3, 2, 4,
    ]);
  });

  test('reports go both ways: the phone learns its loss, we learn the round trip', async () => {
    const call = await aCall();
    await talk(call, () => call.phone.reports.length > 0);
    const { senderNtp, blocks } = parseReports(call.phone.reports[0]!);
    expect(blocks).toMatchObject([{ ssrc: PHONE_SSRC, fraction: 0, lost: 0 }]);
    expect(call.end.quality().roundTripMs).toBeNull();
    const ssrc = call.phone.packets[0]!.ssrc;
    call.phone.sendRaw(
      buildReport(
        PHONE_SSRC,
        'phone',
        Date.now(),
        { packets: 0, bytes: 0, timestamp: 0 },
        { ssrc, fraction: 26, lost: 1, highest: 9, jitter: 0, lastReport: senderNtp!, delay: 0 },
      ),
    );
    await expect.poll(() => call.end.quality().roundTripMs).toBeGreaterThanOrEqual(0);
    expect(call.end.quality().roundTripMs).toBeLessThan(2_000);
    expect(call.end.quality().remoteLossFraction).toBeCloseTo(0.1, 1);
  });

  test('what is lost on the way is counted', async () => {
    const call = await aCall();
    for (const n of [1, 2, 5, 6]) call.phone.send({ payload: say(500, n), sequence: n, timestamp: n * 160 });
    await expect.poll(() => call.end.quality()).toMatchObject({ packetsReceived: 4, packetsLost: 2 });
  });

  test('rubbish from a phone is passed over', async () => {
    const call = await aCall();
    for (const bytes of [
      [0x80],
      [0x80, 0, 0, 1],
      [0x80, 200, 0, 99, 0, 0, 0, 1],
      [0x8f, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3],
    ]) {
      try {
        call.phone.sendRaw(Buffer.from(bytes));
      } catch {
        // The phone's own library refuses the worst.
      }
    }
    call.phone.send({ payloadType: 77, payload: say(500, 1), sequence: 1, timestamp: 160 });
    await talk(call, () => call.packets.length > 5);
    expect(call.end.state).toBe('connected');
  });

  test('a leg that is closed does nothing more', async () => {
    const call = await aCall();
    call.end.close();
    call.end.close();
    call.end.send(say(500, 1));
    call.end.sendKey('1', 100);
    call.end.forward({ payload: say(500, 1), timestamp: 0, sequence: 0, marker: false, source: newSource() });
    await expect(call.end.describe(call.offer)).rejects.toThrow('closed');
    expect(call.states).toEqual(['connected', 'closed']);
  });

  test('an offer without PCMU, or no offer at all, is refused', async () => {
    const { end } = open();
    await expect(
      end.describe('v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=rtpmap:111 opus/48000/2\r\n'),
    ).rejects.toThrow('PCMU');
    await expect(end.describe('')).rejects.toThrow('PCMU');
    await expect(end.describe('v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 0\r\na=mid:0\r\n')).rejects.toThrow();
  });
});

test('two hundred calls leave nothing behind: no socket, no memory to speak of', { timeout: 60_000 }, async () => {
  const offerer = openProbePhone();
  opened.push(offerer);
  const offer = await offerer.offer();
  const round = async (calls: number): Promise<void> => {
    for (let n = 0; n < calls; n++) {
      const end = openWebRtcEnd({ metronome, udpPort, bindAddress: '127.0.0.1' });
      await end.describe(offer);
      end.close();
    }
    await expect.poll(() => isFree(udpPort)).toBe(true);
  };
  const connected = async (calls: number): Promise<void> => {
    for (let n = 0; n < calls; n++) {
      const { end, phone } = await aCall();
      end.close();
      phone.close();
    }
    await expect.poll(() => isFree(udpPort)).toBe(true);
  };
  await round(50);
  await connected(5);
  const sockets = openSockets();
  const before = process.memoryUsage().rss;
  await round(200);
  await connected(20);
  expect(openSockets()).toBeLessThanOrEqual(sockets + 2);
  expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(40);
});

test('a process whose calls are closed ends by itself', { timeout: 30_000 }, async () => {
  const script = fileURLToPath(new URL('open-and-close.fixture.ts', import.meta.url));
  await expect(promisify(execFile)(process.execPath, [script], { timeout: 15_000 })).resolves.toMatchObject({
    stdout: '',
  });
});

const version = (sdp: string): number => Number(/^o=\S+ \S+ (\d+)/m.exec(sdp)![1]);
const credentials = (sdp: string): string[] =>
  [...sdp.matchAll(/^a=(?:ice-ufrag|ice-pwd|fingerprint|setup):.*/gm)].map(([line]) => line);

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => resolve(false));
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => socket.close(() => resolve(true)));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.bind({ port: 0, address: '127.0.0.1' }, () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}

function openSockets(): number {
  // Only Linux tells.
  if (!existsSync('/proc/self/fd')) return 0;
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;
}
