import { useCallback, useState } from 'react';
import type { SidePanelKind } from './side-panels.tsx';
import type { EditorCommands } from './use-editor.ts';

/** Which list lies at the side. Asking for one gives up what is chosen, which would lie in its place. */
export function useSide({ select }: EditorCommands) {
  const [side, setSide] = useState<SidePanelKind | null>(null);
  const toggle = useCallback(
    (which: SidePanelKind): void => {
      select([]);
      setSide((now) => (now === which ? null : which));
    },
    [select],
  );
  return {
    side,
    setSide,
    toggleFlow: useCallback(() => toggle('flow'), [toggle]),
    toggleProblems: useCallback(() => toggle('problems'), [toggle]),
    showProblems: useCallback(() => {
      select([]);
      setSide('problems');
    }, [select]),
  };
}
