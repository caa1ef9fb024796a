import type { Limit } from '#shared/endpoint.ts';

interface Window {
  startedMs: number;
  count: number;
}

/** Counts per key in fixed windows. Keeps nothing of callers who went away. */
export function rateLimiter(clock: { monotonicMs(): number }) {
  const windows = new Map<string, Window>();
  let sweptMs = clock.monotonicMs();

  function sweep(nowMs: number, windowMs: number): void {
    if (nowMs - sweptMs < 60_000) return;
    sweptMs = nowMs;
    for (const [key, window] of windows)
      if (nowMs - window.startedMs > Math.max(windowMs, 3_600_000)) windows.delete(key);
  }

  return {
    /** True while the key may go on; counts this call. */
    allows(key: string, { max, windowSec }: Pick<Limit, 'max' | 'windowSec'>): boolean {
      const nowMs = clock.monotonicMs();
      const windowMs = windowSec * 1_000;
      sweep(nowMs, windowMs);
      const window = windows.get(key);
      if (!window || nowMs - window.startedMs >= windowMs) {
        windows.set(key, { startedMs: nowMs, count: 1 });
        return true;
      }
      window.count += 1;
      return window.count <= max;
    },
    /** As `allows`, without counting. */
    hasRoom(key: string, { max, windowSec }: Pick<Limit, 'max' | 'windowSec'>): boolean {
      const window = windows.get(key);
      return !window || clock.monotonicMs() - window.startedMs >= windowSec * 1_000 || window.count < max;
    },
    size: () => windows.size,
  };
}
