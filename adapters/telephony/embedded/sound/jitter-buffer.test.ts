import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { FRAME_SAMPLES } from '#core/telephony/sound.ts';
import { JitterBuffer } from './jitter-buffer.ts';
import type { AudioPacket } from './sound-end.ts';

/** The packet of the n-th 20 ms; all its bytes are n. */
const packet = (n: number, source = 1): AudioPacket => ({
  payload: new Uint8Array(FRAME_SAMPLES).fill(n),
  timestamp: (0xffff_fc00 + n * FRAME_SAMPLES) >>> 0,
  sequence: n,
  marker: false,
  source,
});
const named = (frame: Uint8Array | null): number | 'silence' =>
  !frame || frame.every((byte) => byte === 0xff) ? 'silence' : frame[0]!;

/** Plays a list of arrivals, one entry a tick, and says what came out at each tick. */
function play(arrivals: readonly (readonly number[])[]): (number | 'silence')[] {
  const buffer = new JitterBuffer();
  return arrivals.map((numbers) => {
    for (const n of numbers) buffer.put(packet(n));
    return named(buffer.take());
  });
}

describe('the jitter buffer', () => {
  test('[CALL-09] holds back 40 ms, then gives every frame in its turn', () => {
    expect(play([[1], [2], [3], [4], [5], [6]])).toEqual(['silence', 'silence', 1, 2, 3, 4]);
  });

  test('puts packets in order that came in disorder', () => {
    expect(play([[1], [3], [2], [4], [6, 5], [], [7]])).toEqual(['silence', 'silence', 1, 2, 3, 4, 5]);
  });

  test('fills what was lost with silence and stays in time', () => {
    expect(play([[1], [2], [], [4], [5], [6], [7]])).toEqual(['silence', 'silence', 1, 2, 'silence', 4, 5]);
  });

  test('a packet that comes twice is heard once', () => {
    expect(play([[1, 1], [2], [2, 3], [3], [5], [6], [7]])).toEqual(['silence', 'silence', 1, 2, 3, 'silence', 5]);
  });

  test('drops one that comes too late, and after three in a row takes the new pace', () => {
    expect(play([[1], [2], [3], [], [], [], [], [4], [5], [6], [7], [8], [9], [10]])).toEqual([
      'silence',
      'silence',
      1,
      2,
      3,
      'silence',
      'silence',
      'silence',
      'silence',
      'silence',
      'silence',
      6,
      7,
      8,
    ]);
  });

  test('does not let the delay grow when the ticks stood still', () => {
    const buffer = new JitterBuffer();
    for (let n = 1; n <= 3; n++) {
      buffer.put(packet(n));
      buffer.take();
    }
    for (let n = 4; n <= 30; n++) buffer.put(packet(n));
    let frames = 0;
    for (let at = 0; at < 10 && named(buffer.take()) !== 'silence'; at++) frames++;
    expect(frames).toBeLessThanOrEqual(5);
  });

  test.each([
    ['slower', 20.1],
    ['faster', 19.9],
  ])('a speaker whose clock is %s is heard almost whole, and never more than 100 ms late', (_, everyMs) => {
    const buffer = new JitterBuffer();
    let sentFrames = 0;
    let whole = 0;
    let latestMs = 0;
    for (let tick = 1; tick <= 6_000; tick++) {
      while ((sentFrames + 1) * everyMs <= tick * 20) {
        sentFrames++;
        buffer.put({
          payload: new Uint8Array(FRAME_SAMPLES).fill(sentFrames % 200),
          timestamp: sentFrames * FRAME_SAMPLES,
          sequence: sentFrames & 0xffff,
          marker: false,
          source: 1,
        });
      }
      const frame = buffer.take();
      if (!frame || frame.includes(0xff)) continue;
      whole++;
      latestMs = Math.max(latestMs, ((sentFrames - frame[159]! + 200) % 200) * 20);
    }
    expect(whole / 6_000).toBeGreaterThan(0.98);
    expect(latestMs).toBeLessThanOrEqual(100);
  });

  test('another speaker begins anew, whatever his numbers', () => {
    const buffer = new JitterBuffer();
    for (let n = 1; n <= 5; n++) {
      buffer.put(packet(n));
      buffer.take();
    }
    buffer.put(packet(200, 2));
    expect([buffer.take(), buffer.take(), buffer.take()].map(named)).toEqual(['silence', 'silence', 200]);
  });

  test('takes packets of other lengths', () => {
    const buffer = new JitterBuffer();
    const long = (n: number): AudioPacket => ({
      ...packet(0),
      payload: new Uint8Array(240).fill(n),
      timestamp: n * 240,
    });
    const heard: number[] = [];
    buffer.put(long(1));
    buffer.put(long(2));
    for (let at = 0; at < 5; at++) heard.push(...(buffer.take() ?? new Uint8Array(FRAME_SAMPLES).fill(0xff)));
    expect(heard.filter((byte) => byte === 1).length).toBe(240);
    expect(heard.slice(-240).every((byte) => byte === 2)).toBe(true);
  });

  test('never gives a frame out of order, and never the same twice, in whatever order they come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 3 }), { minLength: 20, maxLength: 60 }),
        (shifts) => {
          const out = play(
            shifts.map((some, tick) => some.map((shift) => Math.max(1, Math.min(200, tick + 4 + shift)))),
          ).filter((n) => n !== 'silence');
          // Three late packets in a row may turn the time back once; within a stretch it only goes forward.
          return out.every((n, at) => at === 0 || n > out[at - 1]! || n >= out[at - 1]! - 6);
        },
      ),
    );
  });
});
