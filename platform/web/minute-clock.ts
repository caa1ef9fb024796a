import { useEffect, useState } from 'react';

const OFTEN_ENOUGH_MS = 20_000;

/** The page's clock in milliseconds, for what changes by the minute. */
export function useMinuteClock(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), OFTEN_ENOUGH_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
