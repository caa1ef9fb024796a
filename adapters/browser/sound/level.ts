/** W9: how the microphone is measured, and the bars that show it. */
export const LEVEL_FFT = 1_024;
export const LEVEL_SMOOTHING = 0.8;
export const LEVEL_BARS = 20;
const PER_BAR = 10;

/** The bars of a spectrum as an analyser gives it (0 to 255 each): the average by ten, at most twenty. */
export function barsOfSpectrum(spectrum: Uint8Array): number {
  if (spectrum.length === 0) return 0;
  let sum = 0;
  for (const value of spectrum) sum += value;
  return Math.min(LEVEL_BARS, Math.floor(sum / spectrum.length / PER_BAR));
}
