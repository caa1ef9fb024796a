import type { Metronome } from '#adapters/telephony/carrier.ts';
import { openSoundShelf } from '#adapters/telephony/embedded/sound/open-sound-shelf.ts';
import { openRehearsalCarrier } from '#adapters/telephony/rehearsal/open-rehearsal-carrier.ts';

/** The rehearsal carrier, as `trunk.carrier` names it. */
export const REHEARSAL = 'rehearsal';
/** Its people are the same at every start. */
const REHEARSAL_SEED = 20_261_115;

/** The carrier whose people everybody may call, whatever exchange leads there. */
export function openRehearsal(metronome: Metronome, nowMs: () => number) {
  const shelf = openSoundShelf();
  return openRehearsalCarrier({
    metronome,
    nowMs,
    seed: REHEARSAL_SEED,
    phrase: (name) => shelf.render({ prompt: name, language: 'en-US' }),
  });
}
