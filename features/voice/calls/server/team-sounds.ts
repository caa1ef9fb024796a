import { teamSoundOf } from '#core/call/team-prompt.ts';
import type { Sound } from '#core/telephony/sound.ts';

/** 8 kHz, mono, 16 bit; null for a sound that is gone. */
export type TeamSound = (tenantId: number, soundId: number) => Promise<Int16Array | null>;

/** What callers hear in place of a sound that is gone: keys work as before. */
const INSTEAD = 'menu.main';

export const namesTeamSound = (sound: Sound): boolean =>
  'sequence' in sound ? sound.sequence.some(namesTeamSound) : 'prompt' in sound && teamSoundOf(sound.prompt) !== null;

/** A sound with what the team recorded put in its places. */
export async function heardSound(sound: Sound, tenantId: number, teamSound: TeamSound): Promise<Sound> {
  if ('sequence' in sound)
    return { sequence: await Promise.all(sound.sequence.map((one) => heardSound(one, tenantId, teamSound))) };
  const soundId = 'prompt' in sound ? teamSoundOf(sound.prompt) : null;
  if (!('prompt' in sound) || soundId === null) return sound;
  const samples = await teamSound(tenantId, soundId);
  return samples ? { samples } : { ...sound, prompt: INSTEAD };
}
