import type { NoticedWords } from '#core/speech/recognizer.port.ts';
import type { Lesson } from './lessons.ts';
import { sensed, unlikeness, wholeUnlikeness, type Sensed } from './likeness.ts';
import type { Impression, Moonshine } from './moonshine.ts';
import { gainFor, peakOf, prepared } from './prepared-sound.ts';

/** Knows words by how they sound when our own voice says them: the model knows English only, and senses any language. */
export interface Notice {
  /** Tells which words it had to forget for these. */
  learn(lesson: Lesson): Promise<NoticedWords | null>;
  /** The clearest of the words within a sound; null where none is clear. Words it has not learned yet are not noticed. */
  clearest(impression: Impression, among: readonly NoticedWords[]): NoticedWords | null;
  /** The one of the words a sound is as a whole; null where it is none for sure, or one of them was not learned yet. */
  whole(impression: Impression, among: readonly NoticedWords[]): (NoticedWords & { unlike: number }) | null;
}

/** Silence around what was said, in rows of 24 ms. */
const [ROWS_BEFORE, ROWS_AFTER] = [3, 7];
/** Of the calls the rule was made with, machines were below it and people above. */
const MOST_UNLIKE = 0.5;
/** Of recorded numbers, days and months, among twelve, 79 of 100 were understood so, 0.4 taken for another, and 7 of others for one. */
const [WHOLE_UNLIKE, WHOLE_AHEAD] = [0.42, 0.04];
/** Twice 70 kB each. */
const MOST_WORDS = 300;

export function openNotice(model: Moonshine): Notice {
  /** The longest unused first. */
  const known = new Map<string, { words: NoticedWords; sounds: Sensed[] }>();
  const keyOf = ({ language, text }: NoticedWords): string => `${language} ${text}`;
  const senseOf = ({ sense: { data, dims } }: Impression): Sensed =>
    sensed(data, dims[2]!, [ROWS_BEFORE, Math.max(ROWS_BEFORE, dims[1]! - ROWS_AFTER)]);

  function find(words: NoticedWords): readonly Sensed[] {
    const key = keyOf(words);
    const found = known.get(key);
    if (!found) return [];
    known.delete(key);
    known.set(key, found);
    return found.sounds;
  }

  return {
    async learn({ words, samples }) {
      const learned = senseOf(await model.listen(prepared(samples, gainFor(peakOf(samples)))));
      known.set(keyOf(words), { words, sounds: [...find(words), learned] });
      if (known.size <= MOST_WORDS) return null;
      const [oldest, { words: forgotten }] = known.entries().next().value!;
      known.delete(oldest);
      return forgotten;
    },
    clearest(impression, among) {
      if (among.length === 0) return null;
      const sensedSound = senseOf(impression);
      let [best, least]: [NoticedWords | null, number] = [null, MOST_UNLIKE];
      for (const words of among)
        for (const sound of find(words)) {
          const unlike = unlikeness(sensedSound, sound);
          if (unlike <= least) [best, least] = [words, unlike];
        }
      return best;
    },
    whole(impression, among) {
      const sensedSound = senseOf(impression);
      const ranked = among
        .map((words) => ({
          ...words,
          unlike: Math.min(...find(words).map((sound) => wholeUnlikeness(sensedSound, sound))),
        }))
        .toSorted((a, b) => a.unlike - b.unlike);
      const [best, second] = ranked;
      const isSure = best !== undefined && best.unlike <= WHOLE_UNLIKE && ranked.at(-1)!.unlike < Infinity;
      return isSure && (second?.unlike ?? Infinity) - best.unlike >= WHOLE_AHEAD ? best : null;
    },
  };
}
