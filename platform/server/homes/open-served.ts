import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

/** Who is being served when a desk is handed over is waited for so long. */
const LEAVE_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 10;

/** Counts whoever is served at the desks of this process. */
export function openServed() {
  const served = new Map<number, number>();
  return {
    enter(tenantId: number): () => void {
      served.set(tenantId, (served.get(tenantId) ?? 0) + 1);
      return () => {
        const left = served.get(tenantId)! - 1;
        if (left > 0) served.set(tenantId, left);
        else served.delete(tenantId);
      };
    },
    /** Those that were let in are done with, or the time is up; nobody else must be let in meanwhile. */
    async emptied(tenantId: number): Promise<void> {
      const untilMs = performance.now() + LEAVE_WITHIN_MS;
      // Whoever was told a moment ago that it is here is let in within this turn.
      await turn();
      while (served.has(tenantId) && performance.now() < untilMs) await pause(LOOK_EVERY_MS, undefined, { ref: false });
    },
  };
}
