import { asFloats, asInts, resampler } from './resampler.ts';

/** Sound that comes in pieces, changed as it passes. What `push` still holds back, `end` gives. */
export interface SoundPipe {
  push(samples: Int16Array): Int16Array;
  end(): Int16Array;
}

const nothing = new Int16Array(0);
/** Nothing to change. */
export const straight: SoundPipe = { push: (samples) => samples, end: () => nothing };

/** 16 bit samples at another rate. */
export function rateChange(fromHz: number, toHz: number): SoundPipe {
  if (fromHz === toHz) return straight;
  const rate = resampler(fromHz, toHz);
  return { push: (samples) => asInts(rate.push(asFloats(samples))), end: () => asInts(rate.end()) };
}
