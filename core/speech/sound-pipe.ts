import { asFloats, asInts, resampler } from './resampler.ts';

/** Sound that comes in pieces, changed as it passes. What `push` still holds back, `end` gives. */
export interface SoundPipe {
  push(samples: Int16Array): Int16Array;
  end(): Int16Array;
}

const nothing = new Int16Array(0);
export const straight: SoundPipe = { push: (samples) => samples, end: () => nothing };

/** Zero crossings on each side: about 60 dB below for what does not fit into the new rate. */
const CROSSINGS = 12;
/** Of the narrower band; the rest is the filter's slope. */
const PASS = 0.92;

/** Another sampling rate by a windowed sinc, one set of weights for each place between two samples. */
export function ratePipe(fromRate: number, toRate: number): SoundPipe {
  if (fromRate === toRate) return straight;
  const shared = gcd(fromRate, toRate);
  const [up, down] = [toRate / shared, fromRate / shared];
  const band = PASS * Math.min(1, up / down);
  const reach = Math.ceil(CROSSINGS / Math.min(1, up / down));
  const phases = Array.from({ length: up }, (_, phase) => weights(phase / up, band, reach));

  // Silence before the first sample; position 0 is the first sample itself.
  let held = new Float32Array(reach);
  let [start, next] = [-reach, 0];

  function take(more: ArrayLike<number>): Int16Array {
    const joined = new Float32Array(held.length + more.length);
    joined.set(held);
    joined.set(more, held.length);
    const lastWhole = start + joined.length - reach - 1;
    const made: number[] = [];
    let at = Math.floor(next / up);
    for (; at <= lastWhole; at = Math.floor(next / up)) {
      const row = phases[next % up]!;
      const from = at - reach + 1 - start;
      let sum = 0;
      for (let tap = 0; tap < row.length; tap++) sum += row[tap]! * joined[from + tap]!;
      made.push(Math.max(-32_768, Math.min(32_767, Math.round(sum))));
      next += down;
    }
    const kept = Math.min(joined.length, Math.max(0, at - reach + 1 - start));
    held = joined.slice(kept);
    start += kept;
    return Int16Array.from(made);
  }

  let length = 0;
  return {
    push(samples) {
      length += samples.length;
      return take(samples);
    },
    end() {
      const missing = Math.max(0, Math.ceil((length * up - next) / down));
      return take(new Float32Array(reach * 2 + 1)).subarray(0, missing);
    },
  };
}

/** Taps from `reach - 1` samples before to `reach` after, for a place `offset` behind a sample; they keep loudness as it is. */
function weights(offset: number, band: number, reach: number): Float32Array {
  const row = Float32Array.from({ length: reach * 2 }, (_, tap) => {
    const x = tap - reach + 1 - offset;
    const window = 0.42 + 0.5 * Math.cos((Math.PI * x) / reach) + 0.08 * Math.cos((2 * Math.PI * x) / reach);
    return (x === 0 ? 1 : Math.sin(Math.PI * band * x) / (Math.PI * band * x)) * band * Math.max(0, window);
  });
  const sum = row.reduce((total, weight) => total + weight, 0);
  return row.map((weight) => weight / sum);
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
/** Nothing to change. */
export const straight: SoundPipe = { push: (samples) => samples, end: () => nothing };

/** 16 bit samples at another rate. */
export function rateChange(fromHz: number, toHz: number): SoundPipe {
  if (fromHz === toHz) return straight;
  const rate = resampler(fromHz, toHz);
  return { push: (samples) => asInts(rate.push(asFloats(samples))), end: () => asInts(rate.end()) };
}
