import type { LineSound } from './line-sound.ts';

/** Sound for test calls: a quiet tone in place of a microphone, so that none is asked for, and an ear that may be closed. */
export interface ProbeTone extends LineSound {
  /** Whether what arrives is played, and on which device; null is the system's own. */
  listen(isHeard: boolean, sink: string | null): void;
  close(): void;
}
