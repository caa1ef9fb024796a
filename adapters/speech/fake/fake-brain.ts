import type { Brain, BrainAsk, BrainPiece } from '#core/speech/brain.port.ts';
import { SpeechFailure, type SpeechFailureReason } from '#core/speech/speech-failure.ts';

/** What a fake brain will say: words, pieces (without `done`), or whatever is made of the ask. */
export type FakeAnswer = string | readonly BrainPiece[] | ((ask: BrainAsk) => string | readonly BrainPiece[]);

/** A brain in memory that says what it is told to, one answer after another; when none is left it says nothing. */
export interface FakeBrain extends Brain {
  answers(...answers: FakeAnswer[]): void;
  /** The next answer breaks so, after the words. */
  fails(reason: SpeechFailureReason, words?: string): void;
  /** Every ask, oldest first. */
  readonly asks: readonly BrainAsk[];
}

export function fakeBrain({ isScripted = false } = {}): FakeBrain {
  const coming: (FakeAnswer | { words: string; reason: SpeechFailureReason })[] = [];
  const asks: BrainAsk[] = [];
  let isClosed = false;

  async function* answer(ask: BrainAsk, signal: AbortSignal): AsyncIterable<BrainPiece> {
    asks.push(ask);
    const next = coming.shift() ?? '';
    const failure = typeof next === 'object' && 'reason' in next ? next : null;
    const reply = failure
      ? failure.words
      : typeof next === 'function'
        ? next(ask)
        : (next as string | readonly BrainPiece[]);
    for (const piece of typeof reply === 'string' ? wordsOf(reply) : reply) {
      await new Promise(setImmediate);
      if (signal.aborted) throw new SpeechFailure('cancelled');
      if (isClosed) throw new SpeechFailure('cut');
      if (piece.type !== 'call' || ask.tools.some(({ name }) => name === piece.name)) yield piece;
    }
    if (signal.aborted) throw new SpeechFailure('cancelled');
    if (failure) throw new SpeechFailure(failure.reason);
    yield { type: 'done' };
  }

  return {
    name: 'fake',
    isScripted,
    answer,
    asks,
    answers: (...answers) => void coming.push(...answers),
    fails: (reason, words = '') => void coming.push({ words, reason }),
    async close() {
      isClosed = true;
    },
  };
}

function wordsOf(text: string): BrainPiece[] {
  return (text.match(/\s*\S+\s*?/g) ?? []).map((word) => ({ type: 'words', text: word }));
}
