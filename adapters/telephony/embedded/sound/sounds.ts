import { fileURLToPath } from 'node:url';
import type { Sound } from '#core/telephony/sound.ts';

/** Where the spoken phrases lie, `<language>/<name>.ulaw`. */
export const promptsFolder = fileURLToPath(new URL('../../../../assets/prompts', import.meta.url));

/** Makes the samples of sounds, each kind that can be used again once. */
export interface SoundShelf {
  /** PCMU. Throws when a prompt exists in no language we can fall back to. */
  render(sound: Sound): Uint8Array;
}
