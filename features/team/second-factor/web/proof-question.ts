import type { ProofWanted } from '#platform/web/fresh-proof.ts';
import { createStore } from '#platform/web/store.ts';

/** Somebody is asked who they are, and something waits for the answer. */
interface Question {
  wanted: ProofWanted;
  answer(isProven: boolean): void;
}

export const openQuestion = createStore<Question | null>(null);
export const isAsked = { get: (): boolean => openQuestion.get() !== null, subscribe: openQuestion.subscribe };

export const proofQuestion = {
  ask: (wanted: ProofWanted): Promise<boolean> =>
    new Promise((resolve) =>
      openQuestion.set({
        wanted,
        answer(isProven) {
          openQuestion.set(null);
          resolve(isProven);
        },
      }),
    ),
};
