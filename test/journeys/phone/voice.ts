import { writeFileSync } from 'node:fs';
import { pcmWav } from '#core/telephony/pcm-wav.ts';

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
  writeFileSync(path, pcmWav(samples, { rate: RATE, channels: 1 }));
}
