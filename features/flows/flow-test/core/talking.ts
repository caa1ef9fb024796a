const STRONGEST = 8;
const TALKS_FROM = 60;
const LOWEST = 2;
const SCALE = 1.5;

/** The agent counts as talking when its eight strongest frequencies are 60 or more on average (0 to 255, as a browser's analyser gives them). */
export function isTalking(frequencies: ArrayLike<number>): boolean {
  return strongest(frequencies) >= TALKS_FROM;
}

/** The height of the volume bar in percent: never nothing, half as high again as the sound, never over the top. */
export const barOf = (frequencies: ArrayLike<number>): number =>
  Math.min(100, Math.max(LOWEST, Math.round((strongest(frequencies) / 255) * 100 * SCALE)));

function strongest(frequencies: ArrayLike<number>): number {
  const top = Array.from(frequencies)
    .toSorted((a, b) => b - a)
    .slice(0, STRONGEST);
  return top.length === 0 ? 0 : top.reduce((sum, value) => sum + value, 0) / top.length;
}
