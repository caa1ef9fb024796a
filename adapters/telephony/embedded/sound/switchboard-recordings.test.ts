import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import { tonesIn } from '#core/telephony/tone-detector.ts';
import { benchOfEach, tone } from './switchboard.fixture.ts';
import { HEADER_BYTES } from './wav.ts';

const { bench, aCall, recording } = benchOfEach();

describe('recordings', () => {
  test('[CALL-25] left is what the leg says, right what it hears, through hold and another partner', async () => {
    const { customer, agent } = aCall();
    bench.board.record(customer.id, 'call');
    bench.run(1_000);
    bench.board.hold(customer.id, tone(600, 1_000));
    bench.run(1_000);
    const other = bench.leg('other', 1_300);
    bench.board.bridge(customer.id, other.id);
    bench.board.remove(agent.id);
    bench.run(1_000);
    bench.board.remove(customer.id);
    const { left, right } = await recording('call');
    const part = (side: Int16Array, fromMs: number, toMs: number) => tonesIn(side.subarray(fromMs * 8, toMs * 8));
    expect(left.length).toBe(3 * SAMPLE_RATE);
    expect(part(left, 200, 2_900)).toEqual([500]);
    expect(part(right, 200, 900)).toEqual([900]);
    expect(part(right, 1_200, 1_900)).toEqual([600]);
    expect(part(right, 2_200, 2_900)).toEqual([1_300]);
    expect(bench.events.find((event) => event.type === 'recorded')).toEqual({
      type: 'recorded',
      leg: customer.id,
      recordingId: 'call',
      path: join(bench.folder, 'call.wav'),
      durationMs: 3_000,
      bytes: HEADER_BYTES + 3 * SAMPLE_RATE * 2,
    });
  });

  test('[CALL-25] silence has its length: who says nothing for a second is silent for a second', async () => {
    const { customer } = aCall();
    bench.board.record(customer.id, 'call');
    bench.run(500);
    customer.says = null;
    bench.run(1_000);
    customer.says = 500;
    bench.run(500);
    bench.board.stopRecording('call');
    const { left } = await recording('call');
    expect(left.length).toBe(2 * SAMPLE_RATE);
    expect(tonesIn(left.subarray(700 * 8, 1_400 * 8))).toEqual([]);
    expect(tonesIn(left.subarray(1_700 * 8, 1_980 * 8))).toEqual([500]);
  });

  test('[CALL-25] a recording in progress is already on the disk, a second behind', async () => {
    const { customer } = aCall();
    bench.board.record(customer.id, 'call');
    bench.run(2_500);
    await expect
      .poll(() => readFileSync(join(bench.folder, 'call.wav')).length)
      .toBe(HEADER_BYTES + 2 * SAMPLE_RATE * 2);
  });

  test('[CALL-25] a recording that cannot be written does not disturb the call', async () => {
    const { customer } = aCall();
    expect(() => bench.board.record(customer.id, '../elsewhere')).toThrow();
    bench.run(200);
    expect(customer.hears()).toEqual([900]);
  });
});
