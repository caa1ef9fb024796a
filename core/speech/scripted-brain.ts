import { answerWords } from './answer-words.ts';
import type { Brain, BrainAsk, BrainPiece } from './brain.port.ts';
import { passagesOf } from './passages.ts';
import { SpeechFailure } from './speech-failure.ts';
import { speechPieces } from './speech-pieces.ts';

/** What it says of itself, and what it says when it knows nothing. */
const LINES = {
  en: {
    first: 'This is an automatic answer without a language model.',
    nothing: 'I find no answer to that in what I was given. Please say it in other words, or ask one of my colleagues.',
  },
  es: {
    first: 'Esta es una respuesta automática sin modelo de lenguaje.',
    nothing:
      'No encuentro respuesta a eso en la información que tengo. Dígalo con otras palabras, por favor, o pregunte a uno de mis compañeros.',
  },
  zh: {
    first: '这是自动回答，没有使用语言模型。',
    nothing: '在我掌握的资料里找不到答案。请换一种说法，或者咨询我的同事。',
  },
  id: {
    first: 'Ini jawaban otomatis tanpa model bahasa.',
    nothing:
      'Saya tidak menemukan jawabannya dalam informasi yang saya punya. Silakan katakan dengan kata lain, atau tanyakan kepada rekan saya.',
  },
} as const;

/** Of the weight of the asked words this share must stand in a passage. */
const LEAST_SHARE = 0.34;
/** A word that stands nowhere says less against a passage than one that stands elsewhere: it may be politeness. */
const UNKNOWN_WEIGHT = 0.6;
/** A word of a heading or a question counts for more than one in passing. */
const ABOUT = 1.3;
const MOST_SENTENCES = 4;
const MOST_LETTERS = 320;

/**
 * Answers with sentences of the given knowledge and nothing else; it says at first that it is no model, calls no tools, and says so
 * when nothing fits. For flows on a machine without any model.
 */
export function scriptedBrain(): Brain {
  return {
    name: 'scripted',
    isScripted: true,
    async *answer(ask, signal) {
      for (const piece of piecesOf(ask)) {
        if (signal.aborted) throw new SpeechFailure('cancelled');
        yield piece;
      }
    },
    close: async () => undefined,
  };
}

function piecesOf(ask: BrainAsk): BrainPiece[] {
  const lines = LINES[ask.language as keyof typeof LINES] ?? LINES.en;
  const question = ask.turns.flatMap((turn) => (turn.by === 'caller' ? [turn.text] : [])).at(-1) ?? '';
  const isFirst = !ask.turns.some((turn) => turn.by === 'brain');
  const answerSentences = question.trim() === '' ? [] : (bestAnswer(question, ask.knowledge) ?? [lines.nothing]);
  const sentences = [...(isFirst ? [lines.first] : []), ...answerSentences];
  const gap = ask.language === 'zh' ? '' : ' ';
  return [
    ...sentences.map((text, at): BrainPiece => ({ type: 'words', text: at === 0 ? text : `${gap}${text}` })),
    { type: 'done' },
  ];
}

/** Sentences of the passage that holds most of what was asked for; null when none holds enough. */
export function bestAnswer(question: string, knowledge: string): string[] | null {
  const asked = [...new Set(answerWords(question))];
  const passages = passagesOf(knowledge).map(({ about, said }) => ({
    said,
    about: new Set(answerWords(about)),
    words: new Set(answerWords(`${about} ${said}`)),
  }));
  if (asked.length === 0 || passages.length === 0) return null;
  const weights = new Map(asked.map((word) => [word, weightOf(word, passages)]));
  const whole = sum(weights.values());
  const ranked = passages
    .map(({ said, about, words }) => ({
      said,
      share:
        sum(asked.filter((word) => words.has(word)).map((word) => weights.get(word)! * (about.has(word) ? ABOUT : 1))) /
        whole,
      length: words.size,
    }))
    // Of two that hold as much, the shorter says it more plainly.
    .sort((a, b) => b.share - a.share || a.length - b.length);
  const [best] = ranked as [(typeof ranked)[0]];
  return best.share >= LEAST_SHARE ? shortened(best.said) : null;
}

/** Rare words tell more. */
function weightOf(word: string, passages: readonly { words: ReadonlySet<string> }[]): number {
  const holding = passages.filter(({ words }) => words.has(word)).length;
  return holding === 0 ? UNKNOWN_WEIGHT * Math.log(1 + passages.length) : Math.log(1 + passages.length / holding);
}

function shortened(passage: string): string[] {
  const sentences = speechPieces(passage, MOST_LETTERS).slice(0, MOST_SENTENCES);
  let letters = 0;
  return sentences.filter((sentence, at) => (letters += sentence.length) <= MOST_LETTERS || at === 0);
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
