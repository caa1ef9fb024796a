import type { Sound } from '#core/telephony/sound.ts';

/** Where nodes fetch what they play. A sound has the address of its content, so each node fetches it once. */
export interface SoundServer {
  /** `http://…/<hash>.wav`, and how long it lasts. */
  put(sound: Sound): { url: string; durationMs: number };
  stop(): Promise<void>;
}
