/** Time that only passes when a test says so. */
export interface FakeClock {
  nowMs(): number;
  after(ms: number, run: () => void): () => void;
  /** Runs what is due, in order; `meanwhile` is told every stretch between two of them. */
  passMs(ms: number, meanwhile: (ms: number) => void): void;
}

export function fakeClock(): FakeClock {
  let now = 0;
  let count = 0;
  const waiting = new Map<number, { atMs: number; run: () => void }>();

  function nextDue(untilMs: number): [number, { atMs: number; run: () => void }] | undefined {
    let first: [number, { atMs: number; run: () => void }] | undefined;
    for (const entry of waiting)
      if (entry[1].atMs <= untilMs && (!first || entry[1].atMs < first[1].atMs)) first = entry;
    return first;
  }

  return {
    nowMs: () => now,
    after(ms, run) {
      const id = ++count;
      waiting.set(id, { atMs: now + ms, run });
      return () => void waiting.delete(id);
    },
    passMs(ms, meanwhile) {
      const until = now + ms;
      for (let due = nextDue(until); due; due = nextDue(until)) {
        if (due[1].atMs > now) meanwhile(due[1].atMs - now);
        now = Math.max(now, due[1].atMs);
        waiting.delete(due[0]);
        due[1].run();
      }
      if (until > now) meanwhile(until - now);
      now = until;
    },
  };
}
