import { useEffect } from 'react';
import { askBeforeLeaving } from '../../navigation.tsx';
import { mayLeave, useUnsavedWarning } from './unsaved.ts';

/** For a form that is a page of its own: asks before another page replaces unsaved changes. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  useUnsavedWarning(dirty);
  useEffect(() => (dirty ? askBeforeLeaving(() => mayLeave(true)) : undefined), [dirty]);
  return null;
}
