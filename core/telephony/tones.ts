import { SAMPLE_RATE, type SoundTone } from './sound.ts';

const LEVEL = 0.28;
/** Rises and falls this long, so that no tone begins or ends with a click. */
const EDGE_SAMPLES = 40;

/** Tones one after another; several frequencies at once share the level. */
export function renderTones(tones: readonly SoundTone[]): Int16Array {
  const parts = tones.map(renderTone);
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return samples;
}

/** The cadences of an exchange; played over and over, each is one period long. */
export const cadences = {
  ringback: [
    { hz: [425], ms: 1_000 },
    { hz: [], ms: 4_000 },
  ],
  busy: [
    { hz: [425], ms: 480 },
    { hz: [], ms: 480 },
  ],
  beep: [{ hz: [1_000], ms: 350 }],
} as const satisfies Record<string, readonly SoundTone[]>;

function renderTone(tone: SoundTone): Int16Array {
  const length = Math.max(0, Math.round((tone.ms * SAMPLE_RATE) / 1_000));
  const samples = new Int16Array(length);
  if (tone.hz.length === 0) return samples;
  const level = (LEVEL * 32_767) / tone.hz.length;
  for (let at = 0; at < length; at++) {
    let sum = 0;
    for (const hz of tone.hz) sum += Math.sin((2 * Math.PI * hz * at) / SAMPLE_RATE);
    samples[at] = Math.round(sum * level * Math.min(1, at / EDGE_SAMPLES, (length - 1 - at) / EDGE_SAMPLES));
  }
  return samples;
}
