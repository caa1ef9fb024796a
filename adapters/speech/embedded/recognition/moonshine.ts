import type { Tensor } from '../runtime.ts';
import type { LikelinessRule, Likely, LikelyText } from './likely-texts.ts';

/** What the model makes of a sound. */
export interface Moonshine {
  listen(sound: Float32Array): Promise<Impression>;
}

/** A sound as the model understood it; it can be asked for words, and which of given words are likeliest. */
export interface Impression {
  /** A row of numbers for every 24 ms. */
  sense: Pick<Tensor, 'data' | 'dims'>;
  /** The likeliest words. `isGivenUp` is asked between words. */
  words(isGivenUp: () => boolean): Promise<Likely>;
  /** Null where none is likely enough. */
  likeliest(texts: readonly string[], rule: LikelinessRule): Promise<LikelyText | null>;
}
