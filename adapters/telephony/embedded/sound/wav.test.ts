import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LegRecording } from './leg-recording.ts';
import { HEADER_BYTES, repairRecording, wavHeader } from './wav.ts';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'wav-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, ...parts: Buffer[]): string => {
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat(parts));
  return path;
};

test('[CALL-25] a recording a crash left behind gets the header of what there is', async () => {
  const path = file('crashed.wav', wavHeader(0), Buffer.alloc(16_001, 0xff));
  expect(await repairRecording(path)).toEqual({ durationMs: 1_000, bytes: HEADER_BYTES + 16_000 });
  const repaired = readFileSync(path);
  expect(repaired.length).toBe(HEADER_BYTES + 16_000);
  expect(repaired.subarray(0, HEADER_BYTES).equals(wavHeader(16_000))).toBe(true);
});

test('[CALL-25] a whole recording stays as it is', async () => {
  const path = file('whole.wav', wavHeader(320), Buffer.alloc(320, 1));
  const before = readFileSync(path);
  expect(await repairRecording(path)).toEqual({ durationMs: 20, bytes: HEADER_BYTES + 320 });
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('what is empty, missing or not ours is left alone', async () => {
  const foreign = file('foreign.wav', Buffer.alloc(500, 7));
  expect(await repairRecording(foreign)).toBeNull();
  expect(readFileSync(foreign).equals(Buffer.alloc(500, 7))).toBe(true);
  expect(await repairRecording(file('empty.wav', wavHeader(0)))).toBeNull();
  expect(await repairRecording(join(folder, 'missing.wav'))).toBeNull();
});

test('[CALL-25] the header is that of PCMU in two channels at 8 kHz, as browsers and players read it', () => {
  const header = wavHeader(16_000);
  expect([
    header.readUInt16LE(20),
    header.readUInt16LE(22),
    header.readUInt32LE(24),
    header.readUInt32LE(28),
    header.readUInt16LE(32),
    header.readUInt16LE(34),
  ]).toEqual([7, 2, 8_000, 16_000, 2, 8]);
  expect(header.readUInt32LE(4)).toBe(HEADER_BYTES + 16_000 - 8);
  expect(header.readUInt32LE(46)).toBe(8_000);
});

test('[CALL-25] ticks swallowed by a stall are filled with silence, so both sides stay in time', async () => {
  let nowMs = 0;
  const recording = new LegRecording(
    join(folder, 'stalled.wav'),
    () => nowMs,
    (error) => expect.fail(String(error)),
  );
  const frame = new Uint8Array(160).fill(1);
  for (const at of [20, 40, 1_060, 1_080]) {
    nowMs = at;
    recording.tick(frame, frame);
  }
  const { durationMs } = await recording.end();
  expect(durationMs).toBeGreaterThan(860);
  expect(durationMs).toBeLessThanOrEqual(1_080);
});

test('[CALL-25] a recording that cannot be opened ends with nothing and says why', async () => {
  const faults: unknown[] = [];
  const recording = new LegRecording(
    join(file('a-file', Buffer.alloc(1)), 'call.wav'),
    () => 0,
    (error) => faults.push(error),
  );
  recording.tick(null, null);
  expect(await recording.end()).toEqual({ durationMs: 0, bytes: 0 });
  expect(faults.length).toBe(1);
});
