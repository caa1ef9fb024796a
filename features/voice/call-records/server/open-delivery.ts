import type { PatientDelivery } from './delivery.ts';
export interface PatientDeliveryParts {
  isAway(thrown: unknown): boolean;
  /** Something began to wait: how many do now. */
  report(waiting: number): void;
  retryMs?: number;
}

const AT_ONCE = 8;

export function openDelivery({ isAway, report, retryMs = 10_000 }: PatientDeliveryParts): PatientDelivery {
  const line: (() => void)[] = [];
  const wakes = new Set<() => void>();
  let working = 0;
  let stopping = false;

  const turn = (): Promise<void> | void => {
    if (working < AT_ONCE) return void (working += 1);
    return new Promise((resolve) => line.push(resolve));
  };
  function over(): void {
    const next = line.shift();
    // Whoever is next takes the place over.
    if (next) next();
    else working -= 1;
  }
  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        wakes.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, retryMs);
      wakes.add(wake);
    });

  return {
    async deliver(work) {
      await turn();
      try {
        for (let tries = 1; ; tries += 1) {
          try {
            return await work();
          } catch (thrown) {
            if (stopping || !isAway(thrown)) throw thrown;
            if (tries === 1) report(wakes.size + line.length + 1);
            await rest();
            if (stopping) throw thrown;
          }
        }
      } finally {
        over();
      }
    },
    stop() {
      stopping = true;
      for (const wake of wakes) wake();
    },
  };
}
