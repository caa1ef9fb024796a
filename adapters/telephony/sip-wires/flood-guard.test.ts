import { expect, test } from 'vitest';
import { FloodGuard } from './flood-guard.ts';

const limits = {
  peer: { burst: 100, perSec: 50 },
  stranger: { burst: 3, perSec: 1 },
  strangers: { burst: 10, perSec: 10 },
};

test('a stranger is read a little, all strangers together a little more, a carrier as much as it needs', () => {
  let nowMs = 0;
  const guard = new FloodGuard(limits, () => nowMs);
  const read = (address: string, isPeer: boolean, times: number): number =>
    Array.from({ length: times }, () => guard.admits(address, isPeer)).filter(Boolean).length;
  expect(read('192.0.2.1', false, 50)).toBe(3);
  expect(Array.from({ length: 50 }, (_, at) => read(`198.51.100.${at}`, false, 1)).filter(Boolean)).toHaveLength(7);
  expect(read('203.0.113.1', true, 200)).toBe(100);
  nowMs = 1_000;
  expect(read('203.0.113.1', true, 200)).toBe(50);
  expect(read('192.0.2.1', false, 50)).toBe(1);
  expect(guard.dropped).toBeGreaterThan(200);
});

test('made-up addresses do not push a carrier out of its memory', () => {
  const guard = new FloodGuard({ ...limits, strangers: { burst: 1e9, perSec: 1e9 } }, () => 0);
  expect(guard.admits('203.0.113.1', true)).toBe(true);
  for (let at = 0; at < 5_000; at++) guard.admits(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, false);
  for (let at = 0; at < 99; at++) expect(guard.admits('203.0.113.1', true)).toBe(true);
  expect(guard.admits('203.0.113.1', true)).toBe(false);
});

test('its memory has an end for peers, too: connections make a peer of everybody', () => {
  const guard = new FloodGuard(limits, () => 0);
  const read = (): number =>
    Array.from({ length: 200 }, () => guard.admits('203.0.113.1', true)).filter(Boolean).length;
  expect([read(), read()]).toEqual([100, 0]);
  for (let at = 0; at < 3_000; at++) guard.admits(`10.0.${at >> 8}.${at & 255}`, true);
  expect(read(), 'forgotten').toBe(100);
});
