import { writeFileSync } from 'node:fs';

const RATE = 48_000;
const SWEEP_SEC = 0.25;
const LOUDNESS = 12_000;

/**
 * Writes a voice for Chromium's microphone (`--use-file-for-fake-audio-capture`), which plays it again and again: a tone that goes
 * up four times a second, so that nothing takes it for noise, then a pause to let others speak.
 */
export function writeVoice(path: string, { speaksSec, pausesSec }: { speaksSec: number; pausesSec: number }): void {
  const samples = new Int16Array(RATE * (speaksSec + pausesSec));
  for (let at = 0; at < RATE * speaksSec; at += 1) {
    const t = (at / RATE) % SWEEP_SEC;
    samples[at] = Math.round(LOUDNESS * Math.sin(2 * Math.PI * (300 * t + (2_400 * t * t) / (2 * SWEEP_SEC))));
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8);
  // Sixteen bits of one channel, uncompressed.
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.byteLength, 40);
  writeFileSync(path, Buffer.concat([head, Buffer.from(samples.buffer)]));
}
