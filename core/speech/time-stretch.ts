import { straight, type SoundPipe } from './sound-pipe.ts';

/** 32 ms at 8 kHz: two waves of a deep voice. */
const FRAME = 256;
const HOP = FRAME / 2;
/** How far a better place is looked for. */
const SEARCH = 80;
const fade = Float32Array.from({ length: FRAME }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / FRAME));

/**
 * Speech faster or slower without another pitch, 8 kHz: overlapping frames, each taken from where it goes on best from
 * the one before (waveform similarity). A speed of 2 takes half as long.
 */
export function timeStretch(speed: number): SoundPipe {
  if (Math.abs(speed - 1) < 0.01) return straight;
  let held = new Float32Array(0);
  let [start, frames, length, given] = [0, 0, 0, 0];
  let tail: Float32Array | null = null;
  /** Where the frame before would have gone on. */
  let onward = 0;

  function take(more: Float32Array, isEnd: boolean): Int16Array {
    const joined = new Float32Array(held.length + more.length);
    joined.set(held);
    joined.set(more, held.length);
    held = joined;
    const made: number[] = [];
    for (;;) {
      const ideal = Math.round(frames * HOP * speed);
      if (Math.max(ideal + SEARCH, onward) + FRAME > start + held.length) break;
      const from: number = tail === null ? ideal : bestPlace(ideal);
      for (let at = 0; at < HOP; at++)
        made.push(clipped(held[from - start + at]! * (tail === null ? 1 : fade[at]!) + (tail?.[at] ?? 0)));
      tail = Float32Array.from({ length: HOP }, (_, at) => held[from - start + HOP + at]! * fade[HOP + at]!);
      onward = from + HOP;
      frames += 1;
      const keep = Math.max(0, Math.min(onward, Math.round(frames * HOP * speed) - SEARCH) - start);
      held = held.slice(keep);
      start += keep;
    }
    const missing = Math.max(0, Math.round(length / speed) - given);
    const out = Int16Array.from(isEnd ? made.slice(0, missing) : made);
    given += out.length;
    return out;
  }

  /** The place near the ideal one whose beginning is most like what would have come. */
  function bestPlace(ideal: number): number {
    let [best, bestLikeness] = [ideal, -Infinity];
    for (let from = Math.max(start, ideal - SEARCH); from <= ideal + SEARCH; from += 2) {
      let [likeness, energy] = [0, 1];
      for (let at = 0; at < HOP; at += 2) {
        const sample = held[from - start + at]!;
        likeness += sample * held[onward - start + at]!;
        energy += sample * sample;
      }
      const relative = likeness / Math.sqrt(energy);
      if (relative > bestLikeness) [best, bestLikeness] = [from, relative];
    }
    return best;
  }

  return {
    push(samples) {
      length += samples.length;
      return take(Float32Array.from(samples), false);
    },
    end: () => take(new Float32Array(FRAME * 2 + Math.ceil(2 * SEARCH + HOP * speed)), true),
  };
}

const clipped = (value: number): number => Math.max(-32_768, Math.min(32_767, Math.round(value)));
