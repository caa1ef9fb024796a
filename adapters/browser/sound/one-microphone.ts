import type { LineSound } from './line-sound.ts';

/** The sound of a page that has no settings: the browser's microphone and its loudspeaker. */
export interface OneMicrophone extends LineSound {
  /** Asks for it; what is open stays open for the calls that follow, until `close`. */
  open(): Promise<'open' | 'refused' | 'missing'>;
  close(): void;
}
