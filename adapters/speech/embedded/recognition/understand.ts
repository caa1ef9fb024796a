import { nearestPhrases, phraseSaid } from '#core/speech/phrase-said.ts';
import type { Transcription, NoticedWords } from '#core/speech/recognizer.port.ts';
import { digitWord } from '#core/flow/values/number-words.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { Likely } from './likely-texts.ts';
import type { Notice } from './notice.ts';
import type { Impression, Moonshine } from './moonshine.ts';
import { gainFor, peakOf, prepared } from './prepared-sound.ts';

/** What is to be understood: 8 kHz, 16 bit. */
export interface Utterance {
  samples: Int16Array;
  phrases: readonly string[];
  language: CustomerLanguage;
  notice?: readonly NoticedWords[];
}

/**
 * Languages that are written as they sound: the model knows no word of them, and yet tells how likely it is that given words were said.
 * Freely heard they become English that nobody said. French was tried and is not written so (`docs/decisions/0013-flow-figures.md`).
 */
const writtenAsSounding: readonly CustomerLanguage[] = ['es', 'id'];
/** Of any language our own voice speaks it tells what sounds as that says it; these are offered. */
export const phrasesOnly: readonly CustomerLanguage[] = [...writtenAsSounding, 'zh'];

export const wordsOf = (phrases: readonly string[], language: CustomerLanguage): NoticedWords[] =>
  phrases.slice(0, MOST_PHRASES).map((text) => ({ language, text }));

const LINE_HZ = 8_000;
/** The model was made for short sounds; longer ones are cut at their quietest place. */
const LONGEST_SEC = 12;
const CUT_WITHIN_SEC = 4;
const [QUIET, QUIET_SHARE] = [300, 0.05];
/** Quieter than any line with somebody on it. */
const SILENT_PEAK = 60;
/**
 * A phrase is meant when it is not much less likely than the freely heard words, and likely at all. Measured with 62 phrases and 28 sentences
 * that were none of them: the nearest wrong one lies at -5.9, or at -4 with -4.1 per token.
 */
const [LEAST_GAP, LEAST_PER_TOKEN] = [-5, -2.5];
/** In a language the model does not know: so likely each of its tokens must be. Of 84 recorded prompts, 91 of 100 were, and 2 of 100 that were none of twelve. */
const LEAST_FOREIGN_PER_TOKEN = -3.5;
/** Each costs some ms of a core, although most are left out after a word or two; a misheard phrase is written much like itself. */
const [MOST_PHRASES, MOST_MISHEARD] = [40, 12];

/** The words of a sound, heard freely; where they are none of the phrases, the phrase that was misheard, if there is one. */
export async function understand(
  { model, notice }: { model: Moonshine; notice: Notice },
  { samples, phrases, language, notice: wanted = [] }: Utterance,
  isGivenUp: () => boolean,
): Promise<Transcription> {
  const peak = peakOf(samples);
  if (peak < SILENT_PEAK) return nothing;
  const gain = gainFor(peak);
  const parts = cutLong(samples);
  if (phrasesOnly.includes(language))
    return parts.length === 1
      ? foreignPhrase({
          impression: await model.listen(prepared(spoken(samples, peak), gain)),
          notice,
          phrases,
          language,
          isGivenUp,
        })
      : nothing;
  const words: Likely[] = [];
  let noticed: NoticedWords | null = null;
  for (const part of parts) {
    if (isGivenUp()) return nothing;
    const impression = await model.listen(prepared(part, gain));
    noticed ??= notice.clearest(impression, wanted);
    const free = await impression.words(isGivenUp);
    words.push(free);
    // What is no word is silence: no phrase is guessed into it.
    if (
      parts.length > 1 ||
      phrases.length === 0 ||
      free.text === '' ||
      isGivenUp() ||
      phraseSaid(free.text, phrases) !== null
    )
      continue;
    const misheard = await likeliestPhrase(impression, free, phrases, isGivenUp);
    if (misheard) return transcriptionOf(misheard.text, misheard, misheard.text);
  }
  const text = words
    .map((part) => part.text)
    .filter(Boolean)
    .join(' ');
  const all = {
    logProbability: words.reduce((sum, part) => sum + part.logProbability, 0),
    tokens: words.reduce((sum, part) => sum + part.tokens, 0),
  };
  return {
    ...(text === '' ? nothing : transcriptionOf(text, all, phraseSaid(text, phrases))),
    ...(noticed && { noticed }),
  };
}

async function likeliestPhrase(
  impression: Impression,
  free: Likely,
  phrases: readonly string[],
  isGivenUp: () => boolean,
): Promise<Likely | null> {
  const tried = nearestPhrases(free.text, phrases, MOST_MISHEARD);
  const best = await impression.likeliest(tried.map(asWritten), {
    least: (tokens) => Math.max(free.logProbability + LEAST_GAP, tokens * LEAST_PER_TOKEN),
    score: ({ logProbability }) => logProbability,
    isGivenUp,
  });
  return best && { ...best, text: tried[best.at]! };
}

interface ForeignSound {
  impression: Impression;
  notice: Notice;
  phrases: readonly string[];
  language: CustomerLanguage;
  isGivenUp(): boolean;
}

/** Of a language the model does not know only what was waited for is understood; anything else is nothing rather than wrong. */
async function foreignPhrase(sound: ForeignSound): Promise<Transcription> {
  const { impression, notice, phrases, language } = sound;
  const written = writtenAsSounding.includes(language) ? await writtenPhrase(sound) : null;
  if (written) return written;
  const like = notice.whole(impression, wordsOf(phrases, language));
  return like ? { text: like.text, confidence: 1 - like.unlike, phrase: like.text, language } : nothing;
}

/** By how likely the model thinks that it would be written so. */
async function writtenPhrase({
  impression,
  phrases,
  language,
  isGivenUp,
}: ForeignSound): Promise<Transcription | null> {
  const tried = phrases.filter((phrase) => !/[^\p{Script=Latin}\P{Letter}]/u.test(phrase)).slice(0, MOST_PHRASES);
  const best = await impression.likeliest(
    tried.map((phrase) => asWritten(asSounding(phrase, language))),
    { least: (tokens) => tokens * LEAST_FOREIGN_PER_TOKEN, score: perToken, isGivenUp },
  );
  const phrase = best && tried[best.at]!;
  return best && phrase !== null ? { text: phrase, confidence: Math.exp(perToken(best)), phrase, language } : null;
}

const perToken = ({ logProbability, tokens }: Pick<Likely, 'logProbability' | 'tokens'>): number =>
  logProbability / tokens;

/** Without accents, and digits as they are said. */
function asSounding(phrase: string, language: CustomerLanguage): string {
  return phrase
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/\d/g, (digit) => digitWord(Number(digit), language) ?? digit);
}

const nothing: Transcription = { text: '', confidence: 0, phrase: null, language: null };

function transcriptionOf(
  text: string,
  { logProbability, tokens }: Pick<Likely, 'logProbability' | 'tokens'>,
  phrase: string | null,
): Transcription {
  return { text, confidence: Math.exp(logProbability / Math.max(1, tokens)), phrase, language: null };
}

/** As the model writes: a sentence. */
function asWritten(phrase: string): string {
  const text = phrase.trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

/** Without what is quiet before and after. */
function spoken(samples: Int16Array, peak: number): Int16Array {
  const isLoud = (sample: number): boolean => Math.abs(sample) > Math.max(QUIET, peak * QUIET_SHARE);
  return samples.slice(Math.max(0, samples.findIndex(isLoud)), samples.findLastIndex(isLoud) + 1);
}

function cutLong(samples: Int16Array): Int16Array[] {
  const parts: Int16Array[] = [];
  let rest = samples;
  while (rest.length > LONGEST_SEC * LINE_HZ) {
    const at = quietest(rest, (LONGEST_SEC - CUT_WITHIN_SEC) * LINE_HZ, LONGEST_SEC * LINE_HZ);
    parts.push(rest.subarray(0, at));
    rest = rest.subarray(at);
  }
  return [...parts, rest];
}

/** The middle of the quietest 100 ms between two places. */
function quietest(samples: Int16Array, from: number, to: number): number {
  const window = LINE_HZ / 10;
  let [best, bestSum] = [to, Number.POSITIVE_INFINITY];
  for (let at = from; at + window <= to; at += window / 4) {
    let sum = 0;
    for (let sample = at; sample < at + window; sample++) sum += Math.abs(samples[sample]!);
    if (sum < bestSum) [best, bestSum] = [at + window / 2, sum];
  }
  return best;
}
