/** Announcements that are sounds of the team are named by this and their id. */
export const SOUND_PROMPT = 'sound.';
export const teamPrompt = (soundId: number): string => `${SOUND_PROMPT}${soundId}`;

/** Which sound of the team an announcement is; null for one of the product's own. */
export function teamSoundOf(prompt: string): number | null {
  const found = /^sound\.(\d{1,15})$/.exec(prompt);
  return found ? Number(found[1]) : null;
}
