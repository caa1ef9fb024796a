import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pcmWav } from '#core/telephony/pcm-wav.ts';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import { sine } from '#core/telephony/tone-detector.ts';

/** The file holds no more than this, however long the fake's time was. */
const KEPT_MS = 2_000;

export interface FakeRecording {
  durationMs: number;
  pieces: { ms: number; left: readonly number[]; right: readonly number[] }[];
}

/** Adds what was said and heard for some time. */
export function recordFor(
  recording: FakeRecording,
  ms: number,
  left: readonly number[],
  right: readonly number[],
): void {
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
  const file = pcmWav(Int16Array.from(samples), { rate: SAMPLE_RATE, channels: 2 });
  const path = join(folder, `${encodeURIComponent(recordingId)}.wav`);
  writeFileSync(path, file);
  return { path, bytes: file.length };
}
