import type { Answer } from '#core/flow/flow-events.ts';
import { hearAnswer, openAnswering, type Answering } from '../core/answering.ts';
import { evenTone, TONE_SAMPLES } from '../core/even-tone.ts';

/** Hears who took a call, while somebody wants to know. */
export interface AnswerEar {
  /** Answers once. */
  detect(maxMs: number): Promise<Answer>;
  /** 32 ms, in order. */
  hear(piece: Int16Array, probability: number): void;
}

export function openAnswerEar(): AnswerEar {
  const heard = new Int16Array(TONE_SAMPLES);
  let wanted: { state: Answering; maxMs: number; answer(answer: Answer): void } | null = null;
  return {
    detect: (maxMs) => new Promise((answer) => void (wanted = { state: openAnswering(), maxMs, answer })),
    hear(piece, probability) {
      if (!wanted) return;
      heard.copyWithin(0, piece.length);
      heard.set(piece, heard.length - piece.length);
      const { state, maxMs, answer } = wanted;
      const next = hearAnswer(state, { probability, toneHz: evenTone(heard, probability), maxMs });
      wanted = next.verdict === null ? { ...wanted, state: next } : null;
      if (next.verdict !== null) answer({ ok: true, what: 'detected', person: next.verdict, ms: next.passedMs });
    },
  };
}
