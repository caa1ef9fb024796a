import type { Answer } from '#core/flow/flow-events.ts';
import { asksForWords, hearAnswer, hearAnswerWords, openAnswering, type Answering } from '../core/answering.ts';
import { evenTone, TONE_SAMPLES } from '../core/even-tone.ts';
import { openGreetingWords, type GreetingWords } from './greeting-words.ts';

/** Hears who took a call, while somebody wants to know. */
export interface AnswerEar {
  /** Answers once. */
  detect(maxMs: number): Promise<Answer>;
  /** 32 ms, in order. */
  hear(piece: Int16Array, probability: number): void;
  close(): void;
}

interface Wanted {
  state: Answering;
  words: GreetingWords;
  maxMs: number;
  answer(answer: Answer): void;
}

/** `words`: who understands them, from now on; without it the sound alone tells. */
export function openAnswerEar(words: () => GreetingWords = () => openGreetingWords(null, [])): AnswerEar {
  const heard = new Int16Array(TONE_SAMPLES);
  let wanted: Wanted | null = null;

  function become(next: Answering): void {
    if (!wanted) return;
    wanted.state = next;
    if (next.verdict === null) return;
    wanted.words.close();
    const { answer } = wanted;
    wanted = null;
    answer({ ok: true, what: 'detected', person: next.verdict, ms: next.passedMs });
  }

  return {
    detect(maxMs) {
      wanted?.words.close();
      return new Promise((answer) => void (wanted = { state: openAnswering(), words: words(), maxMs, answer }));
    },
    hear(piece, probability) {
      if (!wanted) return;
      heard.copyWithin(0, piece.length);
      heard.set(piece, heard.length - piece.length);
      const asked = wanted;
      const next = hearAnswer(asked.state, {
        probability,
        toneHz: evenTone(heard, probability),
        maxMs: asked.maxMs,
      });
      asked.words.hear(piece, next.speechMs > 0);
      become(next);
      if (wanted === asked && asksForWords(next))
        asked.words.ask((says) => void (wanted === asked && become(hearAnswerWords(asked.state, says))));
    },
    close: () => void wanted?.words.close(),
  };
}
