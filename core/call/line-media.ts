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

/** Something to play in a call: what every exchange knows, or a sound of the team and what is played where it is gone. */
export type CallAudio =
  | Sound
  | { teamSound: number; otherwise: Sound }
  | { oneAfterAnother: readonly (Sound | { teamSound: number; otherwise: Sound })[] };
