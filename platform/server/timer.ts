import type { After } from '#core/timers.ts';

export type { After } from '#core/timers.ts';

export const systemTimer: After = (ms, act) => {
  const timer = setTimeout(act, ms);
  timer.unref();
  return () => clearTimeout(timer);
};
