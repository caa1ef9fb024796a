/** Timers that can be counted, never keep the process alive and never throw. */
export interface SipTimers {
  after(ms: number, work: () => void): SipTimer;
  readonly running: number;
  stop(): void;
}

export interface SipTimer {
  cancel(): void;
}

export function openSipTimers(report: (problem: unknown) => void): SipTimers {
  const running = new Set<NodeJS.Timeout>();
  return {
    after(ms, work) {
      const timer = setTimeout(() => {
        running.delete(timer);
        try {
          work();
        } catch (problem) {
          report(problem);
        }
      }, ms);
      timer.unref();
      running.add(timer);
      return {
        cancel() {
          clearTimeout(timer);
          running.delete(timer);
        },
      };
    },
    get running() {
      return running.size;
    },
    stop() {
      for (const timer of running) clearTimeout(timer);
      running.clear();
    },
  };
}
