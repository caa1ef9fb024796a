import type { Answer } from '#core/flow/flow-events.ts';
import { tonesIn } from '#core/telephony/tone-detector.ts';
import { hearAnswer, openAnswering, type Answering } from '#core/voice/answering.ts';

/** Hears who took a call, while somebody wants to know. */
export interface AnswerEar {
  /** Answers once. */
  detect(maxMs: number): Promise<Answer>;
  /** 32 ms, in order. */
  hear(piece: Int16Array, probability: number): void;
}

export function openAnswerEar(): AnswerEar {
  let wanted: { state: Answering; maxMs: number; answer(answer: Answer): void } | null = null;
  return {
    detect: (maxMs) => new Promise((answer) => void (wanted = { state: openAnswering(), maxMs, answer })),
    hear(piece, probability) {
      if (!wanted) return;
      const { state, maxMs, answer } = wanted;
      const next = hearAnswer(state, { probability, isTone: isOneTone(piece), maxMs });
      wanted = next.verdict === null ? { ...wanted, state: next } : null;
      if (next.verdict !== null) answer({ ok: true, what: 'detected', person: next.verdict, ms: next.passedMs });
    },
  };
}

const GRID_HZ = 100;

/** The grid is exact for 30 ms; a tone between two of its lines shows at both. */
function isOneTone(piece: Int16Array): boolean {
  const [first = 0, second = first, ...more] = tonesIn(piece.subarray(0, 240));
  return first > 0 && more.length === 0 && second - first <= GRID_HZ;
}
