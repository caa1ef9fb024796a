import type { SipTimers } from './sip-timers.ts';

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
