import { useCallback, useState } from 'react';
import { connect } from '../../core/edit.ts';
import type { NodeId } from '#core/flow/flow.ts';
import type { Picking } from './canvas-hints.tsx';
import type { EditorCommands } from './use-editor.ts';

/** A way out whose step is chosen with the next click. It ends with the choice of its own step. */
export function usePicking(commands: EditorCommands, selected: readonly NodeId[]) {
  const [begun, pick] = useState<Picking | null>(null);
  const picking = begun !== null && selected.length === 1 && selected[0] === begun.from ? begun : null;
  const stopPicking = useCallback(() => pick(null), []);
  const onPicked = useCallback(
    (to: NodeId): void => {
      if (begun) commands.change((now) => connect(now, { from: begun.from, branch: begun.branch, to }));
      pick(null);
    },
    [commands, begun],
  );
  return { picking, pick, onPicked, stopPicking };
}
