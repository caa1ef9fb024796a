/** A sound as the model senses it: rows of numbers, one for every 24 ms, each of length one and none of them usual for the sound. */
export interface Sensed {
  rows: Float32Array;
  count: number;
  width: number;
}

/** What the model senses, without the silence that was put around it; rows as they come are mostly what all sounds of a line have in common. */
export function sensed(data: Float32Array, width: number, [from, to]: readonly [number, number]): Sensed {
  const rows = data.slice(from * width, to * width);
  const count = rows.length / width;
  for (let column = 0; column < width; column++) {
    let sum = 0;
    for (let row = 0; row < count; row++) sum += rows[row * width + column]!;
    for (let row = 0; row < count; row++) rows[row * width + column]! -= sum / count;
  }
  for (let row = 0; row < count; row++) {
    let square = 0;
    for (let at = row * width; at < (row + 1) * width; at++) square += rows[at]! ** 2;
    const length = Math.sqrt(square) || 1;
    for (let at = row * width; at < (row + 1) * width; at++) rows[at]! /= length;
  }
  return { rows, count, width };
}

/** Nobody says words in less than this share of the time we take for them. */
const LEAST_SHARE = 0.6;

/**
 * How unlike words are to the place of a sound that is most like them: 0 is the same, 1 has nothing to do with it. Said slower or faster is
 * as good, except that they must have been said.
 */
export function unlikeness(sound: Sensed, words: Sensed): number {
  const { count, width } = sound;
  let sums = new Float64Array(count);
  let begins = Int32Array.from({ length: count }, (_, at) => at);
  for (let row = 0; row < words.count; row++) {
    const [nextSums, nextBegins] = [new Float64Array(count), new Int32Array(count)];
    for (let at = 0; at < count; at++) {
      // From the place before in both, in the words alone, or in what was said alone.
      let [best, begin] = row === 0 ? [0, at] : [sums[at]!, begins[at]!];
      if (row > 0 && at > 0 && sums[at - 1]! <= best) [best, begin] = [sums[at - 1]!, begins[at - 1]!];
      if (row > 0 && at > 0 && nextSums[at - 1]! < best) [best, begin] = [nextSums[at - 1]!, nextBegins[at - 1]!];
      nextSums[at] = best + 1 - product(sound.rows, at * width, words.rows, row * width, width);
      nextBegins[at] = begin;
    }
    [sums, begins] = [nextSums, nextBegins];
  }
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < count; at++)
    if (at - begins[at]! + 1 >= words.count * LEAST_SHARE) least = Math.min(least, sums[at]! / words.count);
  return least;
}

/** How unlike two sounds are from their beginnings to their ends: 0 is the same, 1 has nothing to do with it. */
export function wholeUnlikeness(sound: Sensed, words: Sensed): number {
  const { count, width } = sound;
  let [sums, lengths] = [new Float64Array(count), new Float64Array(count)];
  for (let row = 0; row < words.count; row++) {
    const [nextSums, nextLengths] = [new Float64Array(count), new Float64Array(count)];
    for (let at = 0; at < count; at++) {
      let [best, length] = row === 0 ? [at === 0 ? 0 : Infinity, 0] : [sums[at]!, lengths[at]!];
      if (row > 0 && at > 0 && sums[at - 1]! <= best) [best, length] = [sums[at - 1]!, lengths[at - 1]!];
      if (at > 0 && nextSums[at - 1]! < best) [best, length] = [nextSums[at - 1]!, nextLengths[at - 1]!];
      nextSums[at] = best + 1 - product(sound.rows, at * width, words.rows, row * width, width);
      nextLengths[at] = length + 1;
    }
    [sums, lengths] = [nextSums, nextLengths];
  }
  return (sums[count - 1] ?? Infinity) / Math.max(1, lengths[count - 1] ?? 1);
}

function product(one: Float32Array, oneAt: number, other: Float32Array, otherAt: number, length: number): number {
  let sum = 0;
  for (let at = 0; at < length; at++) sum += one[oneAt + at]! * other[otherAt + at]!;
  return sum;
}
