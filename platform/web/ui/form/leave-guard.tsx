import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { mayLeave, useUnsavedWarning } from './unsaved.ts';

/** For a form that is a page of its own: asks before another page replaces unsaved changes. Needs the data router. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  useUnsavedWarning(dirty);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname);
  const latest = useRef(blocker);
  useEffect(() => void (latest.current = blocker), [blocker]);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void mayLeave(true).then((leave) => {
      // The answer may come after the address changed by another way.
      const now = latest.current;
      if (now.state === 'blocked') (leave ? now.proceed : now.reset)();
    });
  }, [blocker.state]);
  return null;
}
