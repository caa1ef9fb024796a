import { useEffect } from 'react';

/** Keeps the screen from going dark while the component is on the page, where the browser can. The browser lets go when the page is hidden: then it is asked again. */
export function useAwakeScreen(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let left = false;
    const hold = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      try {
        const got = (await navigator.wakeLock?.request('screen')) ?? null;
        if (left) void got?.release();
        else lock = got;
      } catch {
        // A battery that runs low may be reason to refuse: the wall goes on, and the screen as the system wants.
      }
    };
    void hold();
    const again = (): void => void hold();
    document.addEventListener('visibilitychange', again);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release().catch(() => {});
    };
  }, []);
}
