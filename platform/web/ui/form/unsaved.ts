import { useEffect } from 'react';
import { text } from '../../i18n.ts';
import { confirm } from '../confirm.tsx';

/** Asks whether changes may be lost; true when there are none. */
export async function mayLeave(dirty: boolean): Promise<boolean> {
  if (!dirty) return true;
  return confirm({
    title: text('ui.discard.title'),
    body: text('ui.discard.body'),
    yes: text('ui.discard.leave'),
    no: text('ui.discard.stay'),
    danger: true,
  });
}

/** The browser asks before a tab with unsaved changes is closed or loaded again. */
export function useUnsavedWarning(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
}
