import { phraseSaid } from '#core/speech/phrase-said.ts';
import type { Heard } from '#core/speech/recognizer.port.ts';
import { asFloats, resampled } from '#core/speech/resampler.ts';
import { MODEL_HZ, type Likely, type Moonshine } from './moonshine.ts';

/** What is to be understood: 8 kHz, 16 bit. */
export interface Utterance {
  samples: Int16Array;
  phrases: readonly string[];
}

const LINE_HZ = 8_000;
const [BEFORE_SEC, AFTER_SEC] = [0.1, 0.2];
/** The model was made for short sounds; longer ones are cut at their quietest place. */
const LONGEST_SEC = 12;
const CUT_WITHIN_SEC = 4;
const [WANTED_PEAK, MOST_GAIN] = [0.5, 8];
/** Quieter than any line with somebody on it. */
const SILENT_PEAK = 60;
/** A phrase is meant when it is not much less likely than the freely heard words (measured: right ones above, others below). */
const LEAST_GAP = -4;
/** A phrase this likely per token, and this far before the next, needs no comparison with free words. */
const [SURE_PER_TOKEN, SURE_LEAD] = [-0.3, 4];

/** The words of a sound: first whether it is one of the phrases, then freely, then whether the free words were a phrase misheard. */
export async function understand(model: Moonshine, { samples, phrases }: Utterance, isGivenUp: () => boolean): Promise<Heard> {
  const parts = cutLong(samples);
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  if (peak < SILENT_PEAK) return nothing;
  const gain = Math.min(MOST_GAIN, Math.max(1, (WANTED_PEAK * 32_768) / peak));
  const words: Likely[] = [];
  for (const part of parts) {
    if (isGivenUp()) return nothing;
    const impression = await model.listen(prepared(part, gain));
    const canBePhrase = phrases.length > 0 && parts.length === 1;
    const ranked = canBePhrase ? (await impression.likelihood(phrases.map(asWritten))).map((likely, at) => ({ ...likely, phrase: phrases[at]! })).sort((a, b) => b.logProbability - a.logProbability) : [];
    const [first, second] = ranked;
    if (first && first.logProbability / first.tokens >= SURE_PER_TOKEN && first.logProbability - (second?.logProbability ?? Number.NEGATIVE_INFINITY) >= SURE_LEAD) return heard(first.phrase, first, first.phrase);
    const free = await impression.words(isGivenUp);
    const said = phraseSaid(free.text, phrases);
    // Words the model is sure not to have heard are silence: no phrase is guessed into it.
    if (canBePhrase && first && said === null && free.text !== '' && first.logProbability - free.logProbability >= LEAST_GAP) return heard(first.phrase, first, first.phrase);
    words.push(free);
  }
  const text = words.map((part) => part.text).filter(Boolean).join(' ');
  const all = { logProbability: words.reduce((sum, part) => sum + part.logProbability, 0), tokens: words.reduce((sum, part) => sum + part.tokens, 0) };
  return text === '' ? nothing : heard(text, all, phraseSaid(text, phrases));
}

const nothing: Heard = { text: '', confidence: 0, phrase: null, language: null };

function heard(text: string, { logProbability, tokens }: Pick<Likely, 'logProbability' | 'tokens'>, phrase: string | null): Heard {
  return { text, confidence: Math.exp(logProbability / Math.max(1, tokens)), phrase, language: null };
}

/** As the model writes: a sentence. */
function asWritten(phrase: string): string {
  const text = phrase.trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

function prepared(part: Int16Array, gain: number): Float32Array {
  const sound = resampled(asFloats(part), LINE_HZ, MODEL_HZ);
  const padded = new Float32Array(sound.length + Math.round((BEFORE_SEC + AFTER_SEC) * MODEL_HZ));
  padded.set(sound.map((sample) => sample * gain), Math.round(BEFORE_SEC * MODEL_HZ));
  return padded;
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
