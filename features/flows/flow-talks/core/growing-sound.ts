/** A sound that is still being made: what is there can be read from anywhere in it. */
export class GrowingSound {
  #samples = new Int16Array(16_000);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(samples: Int16Array): void {
    if (this.#length + samples.length > this.#samples.length) {
      const larger = new Int16Array(Math.max(this.#samples.length * 2, this.#length + samples.length));
      larger.set(this.#samples.subarray(0, this.#length));
      this.#samples = larger;
    }
    this.#samples.set(samples, this.#length);
    this.#length += samples.length;
  }

  /** A copy; shorter where there is no more. */
  read(from: number, most: number): Int16Array {
    return this.#samples.slice(from, Math.min(from + most, this.#length));
  }

  /** The quietest moment within the last `within` samples before `at`: where a word can begin again. */
  restBefore(at: number, within: number): number {
    const [first, last] = [Math.max(0, at - within), Math.min(at, this.#length)];
    let best = Math.max(0, last);
    let least = Number.POSITIVE_INFINITY;
    for (let from = last - STEP; from >= first; from -= STEP) {
      const loudness = this.#samples.subarray(from, from + STEP).reduce((sum, sample) => sum + Math.abs(sample), 0);
      if (loudness >= least) continue;
      [least, best] = [loudness, from];
    }
    return best;
  }
}

/** 20 ms at 8 kHz. */
const STEP = 160;
