import { useEffect } from 'react';
import type { Flow, NodeId } from '#core/flow/flow.ts';
import { isTyping } from '#platform/web/keyboard.ts';
import type { EditorCommands } from './use-editor.ts';

/** In a dialog: what lies behind it is left alone. */
const isOver = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

const allOf = ({ nodes, notes }: Flow): NodeId[] => [...nodes, ...notes].map(({ id }) => id);

/** Undo, redo, copy, cut, paste, select all, find, save: where the hand expects them, and never while somebody types. */
export function useDesignerKeys(
  editor: EditorCommands,
  isLocked: boolean,
  { find, save }: { find(): void; save(): void },
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const takes = (act: () => unknown): void => {
        event.preventDefault();
        act();
      };
      if (key === 's') return takes(save);
      if (isTyping(event.target) || isOver(event.target)) return;
      if (key === 'f') return takes(find);
      if (key === 'c') return void editor.copy();
      if (key === 'a') return takes(() => editor.select(allOf(editor.now().flow)));
      if (isLocked) return;
      if (key === 'z') return takes(event.shiftKey ? editor.redo : editor.undo);
      if (key === 'y') return takes(editor.redo);
      if (key === 'x') return void editor.cut();
      if (key === 'v') return void editor.paste();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [editor, isLocked, find, save]);
}
