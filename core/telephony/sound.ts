/** Something to play to a leg. Every exchange knows the built-in names; the rest carries its own samples. */
export type Sound =
  | { name: BuiltInSound }
  /** A spoken phrase of ours, `assets/prompts/<language>/<name>.ulaw`. */
  | { prompt: string; language: string }
  /** Tones one after another; an empty `hz` is silence. */
  | { tones: readonly SoundTone[] }
  /** 8 kHz, mono, 16 bit. */
  | { samples: Int16Array }
  /** One after another, without a gap. */
  | { sequence: readonly Sound[] };

export type BuiltInSound = 'music' | 'ringback' | 'busy' | 'beep';

export interface SoundTone {
  hz: readonly number[];
  ms: number;
}

export const SAMPLE_RATE = 8_000;
export const FRAME_MS = 20;
export const FRAME_SAMPLES = (SAMPLE_RATE * FRAME_MS) / 1_000;
