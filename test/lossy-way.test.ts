import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { openLossyWay, type Impairment, type LossyWay } from './lossy-way.ts';

const opened: { close(): void }[] = [];
afterEach(() => opened.splice(0).forEach((one) => one.close()));

async function socket(onPacket: (packet: Buffer, from: { port: number }) => void): Promise<Socket & { at: number }> {
  const made = createSocket('udp4').on('message', onPacket);
  made.bind(0, '127.0.0.1');
  await once(made, 'listening');
  opened.push(made);
  return Object.assign(made, { at: made.address().port });
}

const rtp = (n: number): Buffer => Buffer.from([128, 0, n >> 8, n & 255, ...Array.from({ length: 20 }, () => 1)]);
const stun = (n: number): Buffer => Buffer.from([0, 1, n >> 8, n & 255, ...Array.from({ length: 20 }, () => 2)]);
const rtcp = (n: number): Buffer => Buffer.from([129, 201, n >> 8, n & 255, ...Array.from({ length: 20 }, () => 3)]);

/** An echo behind a way. */
async function stage(impairment: Impairment): Promise<{ way: LossyWay; send(packet: Buffer): void; back: Buffer[] }> {
  const back: Buffer[] = [];
  const echo = await socket((packet, from) => echo.send(packet, from.port, '127.0.0.1'));
  const way = await openLossyWay({ host: '127.0.0.1', port: echo.at }, impairment);
  opened.push(way);
  const near = await socket((packet) => void back.push(packet));
  return { way, back, send: (packet) => near.send(packet, way.port, '127.0.0.1') };
}

test('a whole way passes everything, there and back', async () => {
  const { send, back } = await stage({});
  // A few at a time, here and below: what is sent faster than it is read is lost by the system itself.
  for (let piece = 1; piece <= 5; piece += 1) {
    for (let n = 0; n < 10; n += 1) send(rtp(n));
    await expect.poll(() => back.length, { interval: 1 }).toBe(piece * 10);
  }
});

test('a lossy way loses about its share of the sound in each direction, and nothing else', async () => {
  const { way, send, back } = await stage({ lossFraction: 0.2 });
  let sent = 0;
  const settled = async () =>
    await expect.poll(() => way.counts().passed + way.counts().dropped, { interval: 1 }).toBeGreaterThanOrEqual(sent);
  for (let piece = 0; piece < 40; piece += 1) {
    for (let n = 0; n < 10; n += 1) send(rtp(piece * 10 + n));
    sent += 10;
    await settled();
  }
  for (let n = 1; n <= 20; n += 1) {
    for (const packet of [stun(n), rtcp(n)]) send(packet);
    const control = () => back.filter((packet) => packet[0] === 0 || packet[1] === 201).length;
    await expect.poll(control, { interval: 1 }).toBe(n * 2);
  }
  const sound = back.filter((packet) => packet[0] === 128).length;
  expect(sound).toBeGreaterThan(400 * 0.64 - 50);
  expect(sound).toBeLessThan(400 * 0.64 + 50);
});

test('a slow way takes its time, both ways', async () => {
  const { send, back } = await stage({ delayMs: 60 });
  const startedMs = performance.now();
  send(rtp(1));
  await expect.poll(() => back.length, { interval: 5 }).toBe(1);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(118);
});

test('a way may become worse while it is used', async () => {
  const { way, send, back } = await stage({});
  send(rtp(1));
  await expect.poll(() => back.length).toBe(1);
  way.become({ lossFraction: 1 });
  send(rtp(2));
  send(stun(3));
  await expect.poll(() => back.length).toBe(2);
  expect(way.counts().dropped).toBe(1);
});
