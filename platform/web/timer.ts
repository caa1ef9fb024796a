import type { After } from '#core/timers.ts';

/** The page's clock, for those who get theirs handed in. */
export const pageTimer: After = (ms, act) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};
