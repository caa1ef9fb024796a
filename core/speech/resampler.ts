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
    // Those whose whole surroundings are there.
    const last = Math.ceil(((upTo - reach) * up) / down);
    const out = new Float32Array(Math.max(0, last - made));
    for (let slot = 0; slot < out.length; slot++, made++) {
      const place = made * down;
      const taps = phases[place % up]!;
      const start = Math.floor(place / up) - reach + 1 - dropped;
      let sum = 0;
      for (let tap = 0; tap < taps.length; tap++) sum += taps[tap]! * held[start + tap]!;
      out[slot] = sum;
    }
    const keepFrom = Math.floor((made * down) / up) - reach + 1;
    if (keepFrom > dropped) {
      held = held.slice(keepFrom - dropped);
      dropped = keepFrom;
    }
    return out;
  }

  function hold(samples: Float32Array): void {
    const longer = new Float32Array(held.length + samples.length);
    longer.set(held);
    longer.set(samples, held.length);
    held = longer;
  }

  return {
    push(samples) {
      hold(samples);
      return run(dropped + held.length);
    },
    end() {
      hold(new Float32Array(reach));
      return run(dropped + held.length);
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
    const window =
      Math.abs(distance) >= reach
        ? 0
        : 0.42 + 0.5 * Math.cos((Math.PI * distance) / reach) + 0.08 * Math.cos((2 * Math.PI * distance) / reach);
    return (Math.abs(x) < 1e-9 ? 1 : Math.sin(x) / x) * window;
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return Float32Array.from(taps, (tap) => tap / sum);
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}
