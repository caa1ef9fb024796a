import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import { sine } from '#core/telephony/tone-detector.ts';

/** The file holds no more than this, however long the fake's time was. */
const KEPT_MS = 2_000;
const HEADER_BYTES = 44;

export interface FakeRecording {
  durationMs: number;
  pieces: { ms: number; left: readonly number[]; right: readonly number[] }[];
}

/** Adds what was said and heard for some time. */
export function recordFor(recording: FakeRecording, ms: number, left: readonly number[], right: readonly number[]): void {
  recording.durationMs += ms;
  const last = recording.pieces.at(-1);
  if (last && String(last.left) === String(left) && String(last.right) === String(right)) last.ms += ms;
  else recording.pieces.push({ ms, left, right });
}

let folder: string | undefined;

/** Writes a small stereo WAV and says where. */
export function writeRecording(recordingId: string, recording: FakeRecording): { path: string; bytes: number } {
  folder ??= mkdtempSync(join(tmpdir(), 'openseat-fake-exchange-'));
  const samples: number[] = [];
  let leftMs = KEPT_MS;
  for (const piece of recording.pieces) {
    const count = Math.round((Math.min(piece.ms, leftMs) * SAMPLE_RATE) / 1_000);
    leftMs -= Math.min(piece.ms, leftMs);
    const left = sine(piece.left, count);
    const right = sine(piece.right, count);
    for (let index = 0; index < count; index++) samples.push(left[index]!, right[index]!);
  }
  const file = Buffer.alloc(HEADER_BYTES + samples.length * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(SAMPLE_RATE, 24);
  file.writeUInt32LE(SAMPLE_RATE * 4, 28);
  file.writeUInt16LE(4, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((sample, index) => file.writeInt16LE(sample, HEADER_BYTES + index * 2));
  const path = join(folder, `${encodeURIComponent(recordingId)}.wav`);
  writeFileSync(path, file);
  return { path, bytes: file.length };
}
