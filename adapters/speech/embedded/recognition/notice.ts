import type { NoticedWords } from '#core/speech/recognizer.port.ts';
import type { Lesson } from './lessons.ts';
import { sensed, unlikeness, type Sensed } from './likeness.ts';
import type { Impression, Moonshine } from './open-moonshine.ts';
import { gainFor, peakOf, prepared } from './prepared-sound.ts';

/** Notices words by how they sound when our own voice says them: the model knows English only, and senses any language. */
export interface Notice {
  learn(lesson: Lesson): Promise<void>;
  /** The clearest of the words; null where none is clear. Words it has not learned yet are not noticed. */
  clearest(impression: Impression, among: readonly NoticedWords[]): NoticedWords | null;
}

/** Silence around what was said, in rows of 24 ms. */
const [ROWS_BEFORE, ROWS_AFTER] = [3, 7];
/** Of the calls the rule was made with, machines were below it and people above. */
const MOST_UNLIKE = 0.5;
const MOST_WORDS = 2_000;

export function openNotice(model: Moonshine): Notice {
  const known = new Map<string, Sensed[]>();
  const keyOf = ({ language, text }: NoticedWords): string => `${language} ${text}`;
  const senseOf = ({ sense: { data, dims } }: Impression): Sensed =>
    sensed(data, dims[2]!, [ROWS_BEFORE, dims[1]! - ROWS_AFTER]);

  return {
    async learn({ words, samples }) {
      if (known.size >= MOST_WORDS) return;
      const learned = senseOf(await model.listen(prepared(samples, gainFor(peakOf(samples)))));
      known.set(keyOf(words), [...(known.get(keyOf(words)) ?? []), learned]);
    },
    clearest(impression, among) {
      if (among.length === 0) return null;
      const said = senseOf(impression);
      let [best, least]: [NoticedWords | null, number] = [null, MOST_UNLIKE];
      for (const words of among)
        for (const one of known.get(keyOf(words)) ?? []) {
          const unlike = unlikeness(said, one);
          if (unlike <= least) [best, least] = [words, unlike];
        }
      return best;
    },
  };
}
