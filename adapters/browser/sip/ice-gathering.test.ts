import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gatheredEnough, type GatheringConnection } from './ice-gathering.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const HOST = 'candidate:1 1 udp 2122260223 192.0.2.10 50000 typ host';
const TCP = 'candidate:2 1 tcp 1518280447 192.0.2.10 9 typ host tcptype active';
const SEEN = 'candidate:3 1 udp 1686052607 198.51.100.7 50000 typ srflx raddr 192.0.2.10 rport 50000';

/** A connection whose candidates come when the test says. */
function aConnection(iceGatheringState: RTCIceGatheringState = 'gathering') {
  const target = new EventTarget();
  const connection = Object.assign(target, {
    iceGatheringState,
    localDescription: null,
  }) as unknown as GatheringConnection;
  return {
    connection,
    find: (candidate: string | null) =>
      target.dispatchEvent(
        Object.assign(new Event('icecandidate'), { candidate: candidate === null ? null : { candidate } }),
      ),
    complete() {
      Object.assign(connection, { iceGatheringState: 'complete' });
      target.dispatchEvent(new Event('icegatheringstatechange'));
    },
  };
}

/** How long the offer waited; null: it still does after a minute. */
async function waited(
  connection: GatheringConnection,
  options: Partial<Parameters<typeof gatheredEnough>[1]>,
  play: [number, () => void][],
): Promise<number | null> {
  const start = Date.now();
  let left: number | null = null;
  void gatheredEnough(connection, { restart: false, hasServers: true, ceilingMs: 5_000, ...options }).then(
    () => (left = Date.now() - start),
  );
  let now = 0;
  for (const [atMs, act] of play) {
    await vi.advanceTimersByTimeAsync(atMs - now);
    now = atMs;
    act();
  }
  await vi.advanceTimersByTimeAsync(60_000 - now);
  return left;
}

test('[CALL-19] an address others can see lets the offer leave at once', async () => {
  const { connection, find } = aConnection();
  expect(
    await waited(connection, {}, [
      [10, () => find(HOST)],
      [80, () => find(SEEN)],
    ]),
  ).toBe(80);
});

test('[CALL-19] with a dead interface, whose question is never answered, the offer leaves well within a second', async () => {
  const { connection, find } = aConnection();
  expect(await waited(connection, {}, [[10, () => find(HOST)]])).toBe(260);
});

test('without servers to ask, our own address is all there is', async () => {
  const { connection, find } = aConnection();
  expect(await waited(connection, { hasServers: false }, [[10, () => find(HOST)]])).toBe(50);
});

test('[CALL-19] an address the exchange cannot use is none: 5000 ms are the ceiling', async () => {
  const { connection, find } = aConnection();
  expect(await waited(connection, {}, [[10, () => find(TCP)]])).toBe(5_000);
});

test('nothing more to be found lets it leave', async () => {
  const one = aConnection();
  expect(await waited(one.connection, {}, [[30, () => one.complete()]])).toBe(30);
  const two = aConnection();
  expect(await waited(two.connection, {}, [[40, () => two.find(null)]])).toBe(40);
});

test('a hold needs no new addresses, a new way does', async () => {
  expect(await waited(aConnection('complete').connection, {}, [])).toBe(0);
  const { connection, find } = aConnection('complete');
  expect(await waited(connection, { restart: true, hasServers: false }, [[100, () => find(HOST)]])).toBe(140);
});
