import type { Sound } from '../telephony/sound.ts';
import type { RecordingRules } from './recording-rules.ts';

/** What callers of a group hear; sounds of the team by their id, null for what the product has. */
export interface LineMedia {
  musicSoundId: number | null;
  /** Heard to its end before they stand in line. */
  welcomeSoundId: number | null;
  /** Said again and again while they wait. */
  repeat: { soundId: number; everyMs: number } | null;
  /** Heard by whoever answers, before the caller. */
  agentSoundId: number | null;
  /** Asks whether the call may be recorded, in the place of our own question; a key answers it in any case. */
  consentSoundId: number | null;
  /** Null: as the tenant has it. */
  recordingRules: RecordingRules | null;
}

/** A text as a voice says it. */
export interface SpokenText {
  text: string;
  /** Such as `es-MX`. */
  language: string;
  otherwise: Sound;
}

/** Something to play in a call: what every exchange knows, or a sound of the team or a text and what is played where it cannot be had. */
export type CallAudio =
  | Sound
  | { teamSound: number; otherwise: Sound }
  | SpokenText
  | { oneAfterAnother: readonly (Sound | { teamSound: number; otherwise: Sound })[] };
