import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { tonesIn } from '#core/telephony/tone-detector.ts';
import { decodeUlaw } from '#core/telephony/g711.ts';
import { openTestBench, type TestBench, type TestEnd } from './sound-bench.fixture.ts';
import { HEADER_BYTES } from './wav.ts';

export const tone = (hz: number, ms: number) => ({ tones: [{ hz: [hz], ms }] });
export const music = { name: 'music' } as const;

/** Both sides of a recording. */
export interface Sides {
  left: Int16Array;
  right: Int16Array;
}

/** The bench of the tests of a file: for each of them a new one, with a folder of its own. */
export function benchOfEach() {
  const bench = { folder: '' } as TestBench & { folder: string };
  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
    Object.assign(bench, openTestBench(folder), { folder });
  });
  afterEach(async () => {
    await bench.board.stop();
    expect(bench.ticking()).toBe(false);
    rmSync(bench.folder, { recursive: true });
  });

  /** A bridged call: the customer says 500 Hz, the agent 900 Hz. */
  function aCall(): { customer: TestEnd; agent: TestEnd } {
    const customer = bench.leg('customer', 500);
    const agent = bench.leg('agent', 900);
    bench.board.bridge(customer.id, agent.id);
    bench.run(400);
    return { customer, agent };
  }

  /** Waits for the recording's end and reads both sides. */
  async function recording(recordingId: string): Promise<Sides> {
    await expect
      .poll(() => bench.events.some((event) => event.type === 'recorded' && event.recordingId === recordingId))
      .toBe(true);
    const samples = decodeUlaw(readFileSync(join(bench.folder, `${recordingId}.wav`)).subarray(HEADER_BYTES));
    return { left: samples.filter((_, at) => at % 2 === 0), right: samples.filter((_, at) => at % 2 === 1) };
  }

  return { bench, aCall, recording };
}

/** The tones at the end of a recording. */
export const tonesOf = ({ left, right }: Sides) => ({
  left: tonesIn(left.subarray(-6_400)),
  right: tonesIn(right.subarray(-6_400)),
});
