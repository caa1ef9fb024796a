import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 15;

/** Looks until the condition holds; false when the time is over. */
export async function until(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await pause(LOOK_EVERY_MS);
  }
  return true;
}
