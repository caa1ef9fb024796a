import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pcmWav } from '#core/telephony/pcm-wav.ts';

const prompts = join(import.meta.dirname, '../../../../assets/prompts/en-US');
const RATE = 8_000;

/** A short conversation as a recording is: WAV, 8 kHz, left the customer, right the agent, one after the other. */
export function demoConversation(turns: readonly { by: 'customer' | 'agent'; prompt: string }[]): {
  wav: Uint8Array;
  durationMs: number;
} {
  const spoken = turns.map(({ by, prompt }, place) => ({ by, samples: promptSamples(prompt) ?? hum(place) }));
  const pause = RATE / 2;
  const frames = spoken.reduce((sum, { samples }) => sum + samples.length + pause, 0);
  const sound = new Int16Array(frames * 2);
  let at = 0;
  for (const { by, samples } of spoken) {
    samples.forEach((sample, n) => (sound[(at + n) * 2 + (by === 'agent' ? 1 : 0)] = sample));
    at += samples.length + pause;
  }
  return { wav: pcmWav(sound, { rate: RATE, channels: 2 }), durationMs: Math.round((frames / RATE) * 1_000) };
}

function promptSamples(prompt: string): Int16Array | null {
  const file = join(prompts, `${prompt}.ulaw`);
  return existsSync(file) ? Int16Array.from(readFileSync(file), fromUlaw) : null;
}

/** G.711 µ-law. */
function fromUlaw(byte: number): number {
  const bits = ~byte & 0xff;
  const size = (((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4);
  return bits & 0x80 ? 0x84 - size : size - 0x84;
}

/** Where there are no prompts: something to hear, of another pitch for each turn. */
const hum = (place: number): Int16Array =>
  Int16Array.from(
    { length: RATE * 1.5 },
    (_, n) => 4_000 * Math.sin((2 * Math.PI * (220 + place * 55) * n) / RATE) * Math.sin((Math.PI * n) / (RATE * 1.5)),
  );
