import type { Answer } from '#core/flow/flow-events.ts';
import { hearAnswer, openAnswering, type Answering } from '#core/voice/answering.ts';
import { evenTone } from '#core/voice/even-tone.ts';

/** Hears who took a call, while somebody wants to know. */
export interface AnswerEar {
  /** Answers once. */
  detect(maxMs: number): Promise<Answer>;
  /** 32 ms, in order. */
  hear(piece: Int16Array, probability: number): void;
}

export function openAnswerEar(): AnswerEar {
  let lastHz: number | null = null;
  let wanted: { state: Answering; maxMs: number; answer(answer: Answer): void } | null = null;
  return {
    detect: (maxMs) => new Promise((answer) => void (wanted = { state: openAnswering(), maxMs, answer })),
    hear(piece, probability) {
      if (!wanted) return;
      const hz = evenTone(piece);
      const isTone = hz !== null && (lastHz === null || Math.abs(hz - lastHz) <= SAME_HZ);
      lastHz = hz;
      const { state, maxMs, answer } = wanted;
      const next = hearAnswer(state, { probability, isTone, maxMs });
      wanted = next.verdict === null ? { ...wanted, state: next } : null;
      if (next.verdict !== null) answer({ ok: true, what: 'detected', person: next.verdict, ms: next.passedMs });
    },
  };
}

/** A beep keeps its pitch. */
const SAME_HZ = 15;
