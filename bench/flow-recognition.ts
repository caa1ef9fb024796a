import { joinedSamples } from '#core/sound/joined-samples.ts';
import type { Recognizer } from '#core/speech/recognizer.port.ts';
import type { Voice } from '#core/speech/voice.port.ts';
import { noise, onTheLine, spoken } from './flow-sounds.ts';
import { phrases, sentences } from './flow-phrases.ts';

/** The usual voice, and a woman who speaks faster. */
export const speakers = [
  { name: 'usual', variant: null, speed: 1 },
  { name: 'faster', variant: 'f3', speed: 1.1 },
] as const;

export interface RecognitionFigures {
  said: number;
  right: number;
  /** Taken for another phrase, which is worse than for none. */
  wrong: number;
  others: number;
  /** Sentences that were taken for a phrase. */
  taken: number;
  words: number;
  wordErrors: number;
}

/** Phrases of a closed set, sentences that are none of them, and sentences heard freely: coded for the telephone, on a line with a little noise. */
export async function recognitionFigures(
  { voice, recognizer }: { voice: Voice; recognizer: Recognizer },
  how: (typeof speakers)[number],
): Promise<RecognitionFigures> {
  const figures: RecognitionFigures = { said: 0, right: 0, wrong: 0, others: 0, taken: 0, words: 0, wordErrors: 0 };
  async function hear(sound: Int16Array, among: readonly string[]) {
    const turn = recognizer.open({ languages: ['en'], phrases: among });
    turn.write(sound);
    return turn.finish();
  }
  const say = async (text: string) =>
    onTheLine(joinedSamples([noise(200), await spoken(voice, text, 'en', how), noise(200)]));
  for (const text of phrases) {
    const { phrase } = await hear(await say(text), phrases);
    figures.said += 1;
    if (phrase === text) figures.right += 1;
    else if (phrase !== null) figures.wrong += 1;
  }
  for (const text of sentences) {
    const sound = await say(text);
    const [chosen, free] = [await hear(sound, phrases), await hear(sound, [])];
    figures.others += 1;
    if (chosen.phrase !== null) figures.taken += 1;
    const wanted = wordsOf(text);
    figures.words += wanted.length;
    figures.wordErrors += distance(wanted, wordsOf(free.text));
  }
  return figures;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

/** Words put in, left out or changed. */
function distance(wanted: readonly string[], heard: readonly string[]): number {
  let row = heard.map((_, at) => at + 1);
  for (const [at, word] of wanted.entries()) {
    let [corner, left] = [at, at + 1];
    row = row.map((above, column) => {
      left = Math.min(above + 1, left + 1, corner + (heard[column] === word ? 0 : 1));
      corner = above;
      return left;
    });
  }
  return row.at(-1) ?? wanted.length;
}
