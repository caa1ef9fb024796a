import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leftRecordings } from './left-recordings.ts';
import { HEADER_BYTES, wavHeader } from './wav.ts';

test('[CALL-25] recordings a stopped server left behind are found and made playable; empty ones go, foreign ones stay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-left-'));
  const sound = Buffer.alloc(32_000, 0x55);
  writeFileSync(join(folder, 'whole-call.wav'), Buffer.concat([wavHeader(sound.length), sound]));
  writeFileSync(join(folder, 'cut-call.wav'), Buffer.concat([wavHeader(0), sound]));
  writeFileSync(join(folder, 'empty-call.wav'), wavHeader(0));
  writeFileSync(join(folder, 'note.txt'), 'not ours');
  writeFileSync(join(folder, 'foreign.wav'), 'RIFF'.padEnd(1_000, 'x'));
  const left = await leftRecordings(folder);
  expect(left.toSorted((a, b) => (a.recordingId < b.recordingId ? -1 : 1))).toEqual([
    { recordingId: 'cut-call', path: join(folder, 'cut-call.wav'), durationMs: 2_000 },
    { recordingId: 'whole-call', path: join(folder, 'whole-call.wav'), durationMs: 2_000 },
  ]);
  expect(readdirSync(folder).sort()).toEqual(['cut-call.wav', 'foreign.wav', 'note.txt', 'whole-call.wav']);
  expect(readFileSync(join(folder, 'cut-call.wav')).readUInt32LE(HEADER_BYTES - 4)).toBe(32_000);
});
