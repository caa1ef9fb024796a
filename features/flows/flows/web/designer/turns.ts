import { useLayoutEffect, useState } from 'react';

/** Lets so many act in one frame; the others in the next ones, in the order they came. */
export function openTurns(
  perFrame: number,
  nextFrame: (act: () => void) => unknown,
): { take(act: () => void): () => void } {
  const waiting = new Set<() => void>();
  let given = 0;
  let isComing = false;
  const come = (): void => {
    if (isComing) return;
    isComing = true;
    nextFrame(() => {
      isComing = false;
      given = 0;
      for (const act of waiting) {
        if (given === perFrame) return come();
        given += 1;
        waiting.delete(act);
        act();
      }
    });
  };
  return {
    /** The answer takes it back. */
    take(act) {
      come();
      if (given === perFrame || waiting.size > 0) waiting.add(act);
      else {
        given += 1;
        act();
      }
      return () => void waiting.delete(act);
    },
  };
}

/** Drawing a step in full takes about a millisecond. */
const PER_FRAME = 6;
const turns = openTurns(PER_FRAME, (act) => requestAnimationFrame(act));

/** Becomes what is wanted when it is its turn: of hundreds who change at once some do in each frame, and the page stays at hand. */
export function useInTurn<T>(wanted: T, first: T): T {
  const [drawn, setDrawn] = useState(first);
  useLayoutEffect(() => (drawn === wanted ? undefined : turns.take(() => setDrawn(wanted))), [drawn, wanted]);
  return drawn;
}
