import { SAMPLE_RATE } from '#core/telephony/sound.ts';

/**
 * The music of a hold, composed here so that nobody owns it: slow broken chords over a soft bass, 32 seconds, ending where it
 * began. Notes that ring on at the end are folded onto the beginning, so the loop has no seam.
 */
const BEAT_S = 0.5;
const BEATS_A_BAR = 4;

/** Semitones above A3 (220 Hz): root, then the notes that are broken over it. */
const bars: readonly { bass: number; notes: readonly number[] }[] = [
  { bass: -9, notes: [3, 7, 10, 15, 19, 15, 10, 7] },
  { bass: -12, notes: [3, 7, 12, 15, 19, 15, 12, 7] },
  { bass: -4, notes: [3, 8, 12, 15, 20, 15, 12, 8] },
  { bass: -2, notes: [5, 10, 14, 17, 22, 17, 14, 10] },
  { bass: -9, notes: [3, 7, 10, 15, 22, 19, 15, 10] },
  { bass: -5, notes: [2, 7, 10, 14, 19, 14, 10, 7] },
  { bass: -7, notes: [5, 8, 12, 17, 20, 17, 12, 8] },
  { bass: -2, notes: [5, 10, 12, 17, 22, 17, 12, 10] },
];
const melody: readonly { bar: number; beat: number; note: number; beats: number }[] = [
  { bar: 8, beat: 0, note: 22, beats: 3 },
  { bar: 8, beat: 3, note: 19, beats: 1 },
  { bar: 9, beat: 0, note: 15, beats: 4 },
  { bar: 10, beat: 0, note: 20, beats: 3 },
  { bar: 10, beat: 3, note: 19, beats: 1 },
  { bar: 11, beat: 0, note: 17, beats: 4 },
  { bar: 12, beat: 0, note: 19, beats: 2 },
  { bar: 12, beat: 2, note: 22, beats: 2 },
  { bar: 13, beat: 0, note: 19, beats: 4 },
  { bar: 14, beat: 0, note: 17, beats: 2 },
  { bar: 14, beat: 2, note: 20, beats: 2 },
  { bar: 15, beat: 0, note: 22, beats: 4 },
];

const PEAK = 0.32;

/** The whole loop, 8 kHz. */
export function composeMusic(): Int16Array {
  // The chords go round twice, the second time with a melody over them.
  const round = new Float64Array(Math.round(bars.length * BEATS_A_BAR * BEAT_S * SAMPLE_RATE));
  bars.forEach(({ bass, notes }, bar) => {
    const startS = bar * BEATS_A_BAR * BEAT_S;
    pluck(round, startS, bass, 2.4, 0.55);
    notes.forEach((note, at) => pluck(round, startS + (at * BEAT_S) / 2, note, 1.5, at === 0 ? 0.5 : 0.38));
  });
  const sum = new Float64Array(round.length * 2);
  sum.set(round);
  sum.set(round, round.length);
  for (const { bar, beat, note, beats } of melody)
    pluck(sum, (bar * BEATS_A_BAR + beat) * BEAT_S, note, beats * BEAT_S * 1.3, 0.5);
  const loudest = sum.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Int16Array.from(sum, (value) => Math.round((value / loudest) * PEAK * 32_767));
}

/** The overtones of a string: how loud each is, and how fast it fades. */
const partials = [
  { times: 1, level: 1, fades: 0 },
  { times: 2, level: 0.35, fades: 3 },
  { times: 3, level: 0.12, fades: 6 },
];

/** A soft string: quick rise, long fall, three partials. Sines by recurrence, because a hold shall not wait for them. */
function pluck(sum: Float64Array, startS: number, semitones: number, ringS: number, level: number): void {
  const hz = 220 * 2 ** (semitones / 12);
  const start = Math.round(startS * SAMPLE_RATE);
  const length = Math.round(ringS * SAMPLE_RATE);
  const rise = 0.025 * SAMPLE_RATE;
  const release = 0.08 * SAMPLE_RATE;
  for (const partial of partials) {
    const angle = (2 * Math.PI * hz * partial.times) / SAMPLE_RATE;
    const turn = 2 * Math.cos(angle);
    const fade = Math.exp(-(3.2 / ringS + partial.fades) / SAMPLE_RATE);
    let loud = level * partial.level;
    let wave = 0;
    let before = -Math.sin(angle);
    for (let at = 0, place = start % sum.length; at < length; at++) {
      sum[place]! += wave * loud * Math.min(1, at / rise, (length - at) / release);
      loud *= fade;
      const next = turn * wave - before;
      before = wave;
      wave = next;
      if (++place === sum.length) place = 0;
    }
  }
}
