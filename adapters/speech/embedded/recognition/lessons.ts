import type { NoticedWords } from '#core/speech/recognizer.port.ts';
import { joinedSamples } from '#core/sound/joined-samples.ts';
import type { Voice } from '#core/speech/voice.port.ts';

/** Words as our own voice says them: what they sound like in any language it speaks. */
export interface Lesson {
  words: NoticedWords;
  by: 'man' | 'woman';
  samples: Int16Array;
}

const VARIANTS = [
  ['man', null],
  ['woman', 'f3'],
] as const;
/** Of the last flows that were used; 30 kB each. */
const MOST_SAID = 1_000;
const LOUD = 300;

/** Says words once, and remembers. Words nobody can say are left out. */
export function openLessons(voice: Pick<Voice, 'speak'>): (words: readonly NoticedWords[]) => Promise<Lesson[]> {
  const spokenLessons = new Map<string, Promise<Lesson[]>>();

  async function say(words: NoticedWords): Promise<Lesson[]> {
    const lessons: Lesson[] = [];
    for (const [by, variant] of VARIANTS) {
      const pieces: Int16Array[] = [];
      await voice.speak(
        { text: words.text, language: words.language, voice: variant, speed: 1 },
        (samples) => void pieces.push(samples.slice()),
        new AbortController().signal,
      );
      lessons.push({ words, by, samples: withoutSilence(joinedSamples(pieces)) });
    }
    return lessons.filter(({ samples }) => samples.length > 0);
  }

  return async (all) => {
    const lessons: Lesson[] = [];
    for (const words of all) {
      const key = `${words.language} ${words.text}`;
      const coming = spokenLessons.get(key) ?? say(words);
      spokenLessons.delete(key);
      spokenLessons.set(key, coming);
      if (spokenLessons.size > MOST_SAID) spokenLessons.delete(spokenLessons.keys().next().value!);
      lessons.push(
        ...(await coming.catch(() => {
          spokenLessons.delete(key);
          return [];
        })),
      );
    }
    return lessons;
  };
}

const isLoud = (sample: number): boolean => Math.abs(sample) > LOUD;

const withoutSilence = (sound: Int16Array): Int16Array =>
  sound.slice(Math.max(0, sound.findIndex(isLoud)), sound.findLastIndex(isLoud) + 1);
