const LOBES = 24;
const PASSED = 0.92;

/**
 * Changes the rate of a sound that comes in pieces: windowed sinc, so that nothing above half of the lower rate folds back and no
 * image of the lower half appears. Give pieces in order, then `end` once for what is still inside.
 */
export interface Resampler {
  push(samples: Float32Array): Float32Array;
  end(): Float32Array;
}

export function resampler(fromHz: number, toHz: number): Resampler {
  const divisor = greatestDivisor(fromHz, toHz);
  const [up, down] = [toHz / divisor, fromHz / divisor];
  const reach = Math.ceil(LOBES * Math.max(1, down / up));
  const phases = Array.from({ length: up }, (_, phase) => kernel(phase / up, reach, PASSED * Math.min(1, up / down)));
  // Silence before the start, so that the first sample has a past.
  let held = new Float32Array(reach);
  let made = 0;
  let dropped = -reach;

  function run(upTo: number): Float32Array {
    const out: number[] = [];
    for (; ; made++) {
      const place = made * down;
      const at = Math.floor(place / up);
      if (at + reach >= upTo) break;
      const taps = phases[place % up]!;
      let sum = 0;
      const start = at - reach + 1 - dropped;
      for (let tap = 0; tap < taps.length; tap++) sum += taps[tap]! * (held[start + tap] ?? 0);
      out.push(sum);
    }
    const keepFrom = Math.floor((made * down) / up) - reach + 1;
    if (keepFrom > dropped) {
      held = held.slice(keepFrom - dropped);
      dropped = keepFrom;
    }
    return Float32Array.from(out);
  }

  return {
    push(samples) {
      const longer = new Float32Array(held.length + samples.length);
      longer.set(held);
      longer.set(samples, held.length);
      held = longer;
      return run(dropped + held.length);
    },
    end() {
      const end = dropped + held.length;
      const rest = run(end + reach);
      return rest.subarray(0, rest.length);
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
export function resampler(fromRate: number, toRate: number): SoundPipe {
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

/** A whole sound at another rate. */
export function resampled(samples: Float32Array, fromHz: number, toHz: number): Float32Array {
  if (fromHz === toHz) return samples;
  const rates = resampler(fromHz, toHz);
  const [body, rest] = [rates.push(samples), rates.end()];
  const whole = new Float32Array(body.length + rest.length);
  whole.set(body);
  whole.set(rest, body.length);
  return whole;
}

/** 16 bit as -1 to 1. */
export function asFloats(samples: Int16Array): Float32Array {
  return Float32Array.from(samples, (sample) => sample / 32_768);
}

/** -1 to 1 as 16 bit; what is louder is cut. */
export function asInts(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))));
}

/** Taps for a point `offset` of a sample after the middle one; they add up to 1, so loudness stays. */
function kernel(offset: number, reach: number, cutoff: number): Float32Array {
  const taps = Float64Array.from({ length: reach * 2 }, (_, tap) => {
    const distance = tap - reach + 1 - offset;
    const x = Math.PI * distance * cutoff;
    const window = Math.abs(distance) >= reach ? 0 : 0.42 + 0.5 * Math.cos((Math.PI * distance) / reach) + 0.08 * Math.cos((2 * Math.PI * distance) / reach);
    return (Math.abs(x) < 1e-9 ? 1 : Math.sin(x) / x) * window;
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return Float32Array.from(taps, (tap) => tap / sum);
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
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
