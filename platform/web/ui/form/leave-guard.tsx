import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { mayLeave, useUnsavedWarning } from './unsaved.ts';

/** For a form that is a page of its own: asks before another page replaces unsaved changes. Needs the data router. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  useUnsavedWarning(dirty);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void mayLeave(true).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  return null;
}
