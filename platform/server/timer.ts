/** Calls back once, later; the answer stops it. */
export type After = (ms: number, act: () => void) => () => void;

export const systemTimer: After = (ms, act) => {
  const timer = setTimeout(act, ms);
  timer.unref();
  return () => clearTimeout(timer);
};
