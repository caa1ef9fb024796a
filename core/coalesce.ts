/**
 * Runs something as often as it must and no oftener: asked while it runs, it runs once more afterwards, however often it
 * was asked. The answer waits for a run that began after the asking, and fails with that run and with no other.
 */
export function coalesce(run: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function begin(): Promise<void> {
    next = null;
    const turn = (async () => run())();
    // With one more to come it counts as running until that begins: nobody gets in between.
    const over = (): void => {
      if (!next) current = null;
    };
    current = turn;
    turn.then(over, over);
    return turn;
  }

  return () => (current ? (next ??= current.then(begin, begin)) : begin());
}

/** The same for each of many: runs of different ones do not wait for one another. */
export interface CoalescedEach<Key extends readonly (string | number)[]> {
  ask(...key: Key): Promise<void>;
  /** Nothing runs any more, and nothing is to run once more. */
  settled(): Promise<void>;
}

export function coalesceEach<Key extends readonly (string | number)[]>(
  run: (...key: Key) => Promise<void>,
): CoalescedEach<Key> {
  const asked = new Map<string, { ask: () => Promise<void>; last: Promise<void> }>();
  return {
    ask(...key) {
      const name = key.join('.');
      const ask = asked.get(name)?.ask ?? coalesce(() => run(...key));
      const last = ask();
      asked.set(name, { ask, last });
      const over = (): void => {
        if (asked.get(name)?.last === last) asked.delete(name);
      };
      last.then(over, over);
      return last;
    },
    async settled() {
      while (asked.size > 0) await Promise.allSettled([...asked.values()].map(({ last }) => last));
    },
  };
}
