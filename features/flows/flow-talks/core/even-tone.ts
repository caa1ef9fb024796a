import { powerOf, turnOf } from '#core/telephony/goertzel.ts';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';

/** Two pieces of an ear: long enough to tell one tone from a voice, short enough for a beep. */
export const TONE_SAMPLES = 512;
/** Voices hum below, and telephones sound no tones above. */
const [LEAST_HZ, MOST_HZ] = [330, 2_150];
const QUIET = 100;
/** How much of a sound is the tone: half as much noise may be beneath it, unless it may well be a voice. */
const [NOISY_SHARE, CLEAR_SHARE] = [0.65, 0.9];
const VOICE_PROBABILITY = 0.8;
/** Two tones at once are rings and engaged lines; further apart, or higher, they are keys. */
const [PAIR_HZ, PAIR_BELOW_HZ] = [160, 700];
const STEP_HZ = SAMPLE_RATE / TONE_SAMPLES;
/** A tone is as wide as the window makes it. */
const LOBE = 2;

const window = Float64Array.from(
  { length: TONE_SAMPLES },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / TONE_SAMPLES),
);
const turns = Array.from({ length: Math.ceil((MOST_HZ - LEAST_HZ) / STEP_HZ) }, (_, at) =>
  turnOf(LEAST_HZ + at * STEP_HZ),
);

/**
 * The pitch of 64 ms that are one tone, or the two of a ring, and little else; between the two where there are two. Null for anything else.
 * `probability`: that somebody speaks; long vowels are close to tones.
 */
export function evenTone(samples: Int16Array, probability: number): number | null {
  const shaped = window.map((share, at) => share * (samples[at] ?? 0));
  const energy = shaped.reduce((sum, sample) => sum + sample * sample, 0);
  if (energy < QUIET * QUIET * TONE_SAMPLES) return null;
  const powers = turns.map((turn) => powerOf(shaped, turn));
  const first = peak(powers, 0, powers.length);
  const near = first.hz < PAIR_BELOW_HZ ? Math.round(PAIR_HZ / STEP_HZ) : 0;
  const rest = powers.map((power, at) => (Math.abs(at - first.at) <= LOBE ? 0 : power));
  const second = peak(rest, Math.max(0, first.at - near), first.at + near + 1);
  // Powers of both halves of the spectrum add up to the energy times the length.
  const share = ((first.power + second.power) * 2) / (energy * TONE_SAMPLES);
  return share >= (probability >= VOICE_PROBABILITY ? CLEAR_SHARE : NOISY_SHARE)
    ? (first.hz * first.power + second.hz * second.power) / (first.power + second.power)
    : null;
}

/** The strongest place and what is around it. */
function peak(powers: readonly number[], from: number, to: number): { at: number; power: number; hz: number } {
  let at = from;
  for (let index = from; index < Math.min(to, powers.length); index++) if (powers[index]! > powers[at]!) at = index;
  let [power, middle] = [0, 0];
  for (let index = Math.max(0, at - LOBE); index <= Math.min(powers.length - 1, at + LOBE); index++) {
    power += powers[index]!;
    middle += powers[index]! * (LEAST_HZ + index * STEP_HZ);
  }
  return { at, power, hz: power > 0 ? middle / power : 0 };
}
