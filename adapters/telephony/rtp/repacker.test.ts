import { expect, test } from 'vitest';
import { Repacker } from './repacker.ts';

const packet = (timestamp: number, length: number, source = 1) => ({
  payload: Uint8Array.from({ length }, (_, at) => (timestamp + at) & 0xff),
  timestamp,
  sequence: 0,
  marker: false,
  source,
});
const shapes = (packets: readonly { timestamp: number; payload: Uint8Array }[]) =>
  packets.map(({ timestamp, payload }) => [timestamp, payload.length, payload[0]]);

test.each([
  [
    160,
    240,
    [
      [0, 240, 0],
      [240, 240, 240],
    ],
  ],
  [
    160,
    80,
    [
      [0, 80, 0],
      [80, 80, 80],
      [160, 80, 160],
      [240, 80, 240],
      [320, 80, 64],
      [400, 80, 144],
    ],
  ],
  [
    240,
    160,
    [
      [0, 160, 0],
      [160, 160, 160],
      [320, 160, 64],
      [480, 160, 224],
    ],
  ],
  [
    160,
    160,
    [
      [0, 160, 0],
      [160, 160, 160],
      [320, 160, 64],
    ],
  ],
])('packets of %d samples become packets of %d, and no sample moves', (length, wanted, expected) => {
  const repacker = new Repacker();
  const out = [0, 1, 2].flatMap((at) => repacker.put(packet(at * length, length), wanted));
  expect(shapes(out)).toEqual(expected);
  expect(out.map(({ sequence }) => sequence)).toEqual(out.map((_, at) => at));
  expect(new Set(out.map(({ source }) => source)).size).toBe(1);
});

test('what is lost leaves a gap in time and number, and what comes late is left out', () => {
  const repacker = new Repacker();
  const out = [0, 160, 480, 320, 640].flatMap((timestamp) => repacker.put(packet(timestamp, 160), 320));
  expect(shapes(out)).toEqual([
    [0, 320, 0],
    [480, 320, 224],
  ]);
  expect(out.map(({ sequence }) => sequence)).toEqual([0, 2]);
});

test('another speaker begins anew; a sound of ours goes on until it pauses', () => {
  const repacker = new Repacker();
  repacker.put(packet(0, 160), 240);
  const frame = new Uint8Array(160);
  const first = [0, 20, 40].flatMap((nowMs) => repacker.made(frame, 240, nowMs));
  expect(shapes(first).map(([timestamp]) => timestamp)).toEqual([0, 240]);
  const later = [500, 520].flatMap((nowMs) => repacker.made(frame, 240, nowMs));
  expect(later).toHaveLength(1);
  expect(later[0]!.source).not.toBe(first[0]!.source);
});
