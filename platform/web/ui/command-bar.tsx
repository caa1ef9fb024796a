import { Suspense, useLayoutEffect, useState } from 'react';
import { lazy } from '#platform/web/lazy-part.ts';
import type { CommandSources } from './command-bar-panel.tsx';
import { toggleCommandBar, useCommandBarOpened, type CommandEntry } from './command-bar-state.ts';

const Panel = lazy(() => import('./command-bar-panel.tsx'));

/** Pages, deeds and what the server finds, on Ctrl/⌘-K. Its code comes when it is first opened. */
export function CommandBar({
  entries,
  ...sources
}: Omit<CommandSources, 'entries'> & { entries: () => readonly CommandEntry[] }) {
  const isOpen = useCommandBarOpened();
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  // Before the page is seen: a key pressed at first sight counts.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      toggleCommandBar();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return wasOpen ? (
    <Suspense>
      <Panel opened={isOpen} entries={isOpen ? entries() : []} {...sources} />
    </Suspense>
  ) : null;
}
