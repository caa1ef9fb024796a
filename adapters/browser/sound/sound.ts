import type { AudioRoom } from './audio-room.ts';

/** What the tones need: the page's audio context, and where and how loud they are played. */
export interface ToneSound {
  room: AudioRoom;
  output(which: 'ringer' | 'speaker'): { device: string | null; volume: number };
  /** A device or a volume is another one now. */
  onOutput(listener: () => void): void;
}
