import { SAMPLE_RATE } from '../telephony/sound.ts';

/** Voices hum below this. */
const LEAST_HZ = 330;
const QUIET = 200;
/** How much of a sound two samples do not foretell: of one tone on a telephone line a five hundredth, of speech a tenth and more. */
const MOST_LEFT = 0.015;

/** The pitch of a sound that is one tone, or two so close that they beat, and nothing else; null for anything else. */
export function evenTone(samples: Int16Array): number | null {
  let [energy, before, across] = [0, 0, 0];
  for (let at = 2; at < samples.length; at++) {
    const [sample, last, third] = [samples[at]!, samples[at - 1]!, samples[at - 2]!];
    energy += sample * sample;
    before += last * last;
    across += (sample + third) * last;
  }
  if (energy < QUIET * QUIET * samples.length || before === 0) return null;
  // Of a sine each sample is the one before, times twice the cosine of its step, less the one before that.
  const twiceCosine = across / before;
  let left = 0;
  for (let at = 2; at < samples.length; at++) left += (samples[at]! - twiceCosine * samples[at - 1]! + samples[at - 2]!) ** 2;
  const hz = (Math.acos(Math.max(-1, Math.min(1, twiceCosine / 2))) * SAMPLE_RATE) / (2 * Math.PI);
  return left / energy <= MOST_LEFT && hz >= LEAST_HZ ? hz : null;
}
