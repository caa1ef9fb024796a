import { useCallback, useMemo, useReducer, useRef } from 'react';
import { addNode, addNote, copyNodes, pasteNodes, removeNodes, type Clip, type Point } from '#core/flow/edit.ts';
import type { Flow, NodeId } from '#core/flow/flow.ts';
import { changed, openHistory, redone, undone, type History } from '#core/flow/history.ts';

interface Editing {
  history: History<Flow>;
  selected: readonly NodeId[];
}

type Step =
  | { type: 'change'; to: Flow; gesture: string | null; select?: readonly NodeId[] }
  | { type: 'undo' | 'redo' }
  | { type: 'select'; ids: readonly NodeId[] }
  | { type: 'open'; flow: Flow };

function step(editing: Editing, act: Step): Editing {
  switch (act.type) {
    case 'change':
      return { history: changed(editing.history, act.to, act.gesture), selected: act.select ?? editing.selected };
    case 'undo':
      return { ...editing, history: undone(editing.history) };
    case 'redo':
      return { ...editing, history: redone(editing.history) };
    case 'select':
      return sameIds(editing.selected, act.ids) ? editing : { ...editing, selected: act.ids };
    case 'open':
      return { history: openHistory(act.flow), selected: [] };
  }
}

const sameIds = (a: readonly NodeId[], b: readonly NodeId[]): boolean => a.length === b.length && a.every((id) => b.includes(id));

/** What was copied; kept beside the page, so that it can be pasted into another flow. */
let clip: Clip = { nodes: [], edges: [] };

/** A flow while it is designed: what is chosen, what can be taken back, and every way to change it. */
export interface Editor {
  flow: Flow;
  selected: readonly NodeId[];
  canUndo: boolean;
  canRedo: boolean;
  /** Changes of the same `gesture`, one after another, are taken back together. */
  change(edit: (flow: Flow) => Flow, gesture?: string): void;
  select(ids: readonly NodeId[]): void;
  add(kind: string, at: Point): NodeId;
  note(at: Point): void;
  remove(ids: readonly NodeId[]): void;
  undo(): void;
  redo(): void;
  copy(): boolean;
  cut(): boolean;
  paste(at?: Point): boolean;
  /** Starts over with another flow; nothing of before can be taken back. */
  open(flow: Flow): void;
}

export function useEditor(initial: Flow): Editor {
  const [{ history, selected }, act] = useReducer(step, initial, (flow) => ({ history: openHistory(flow), selected: [] }));
  const flow = history.present;
  // Commands read what is there when they are given, not when they were made.
  const now = useRef({ flow, selected });
  now.current = { flow, selected };

  const change = useCallback((edit: (flow: Flow) => Flow, gesture?: string): void => {
    const to = edit(now.current.flow);
    now.current = { ...now.current, flow: to };
    act({ type: 'change', to, gesture: gesture ?? null });
  }, []);
  const changeAndSelect = useCallback((to: Flow, select: readonly NodeId[]): void => {
    now.current = { flow: to, selected: select };
    act({ type: 'change', to, gesture: null, select });
  }, []);

  const commands = useMemo(() => ({
    change,
    select: (ids: readonly NodeId[]) => act({ type: 'select', ids }),
    add(kind: string, at: Point) {
      const added = addNode(now.current.flow, kind, at);
      changeAndSelect(added.flow, [added.id]);
      return added.id;
    },
    note(at: Point) {
      const added = addNote(now.current.flow, at);
      changeAndSelect(added.flow, [added.id]);
    },
    remove: (ids: readonly NodeId[]) => changeAndSelect(removeNodes(now.current.flow, ids), []),
    undo: () => act({ type: 'undo' }),
    redo: () => act({ type: 'redo' }),
    copy() {
      const copied = copyNodes(now.current.flow, now.current.selected);
      if (copied.nodes.length > 0) clip = copied;
      return copied.nodes.length > 0;
    },
    cut() {
      const did = this.copy();
      if (did) this.remove(clip.nodes.map(({ id }) => id));
      return did;
    },
    paste(at?: Point) {
      const pasted = pasteNodes(now.current.flow, clip, at);
      if (pasted.ids.length > 0) changeAndSelect(pasted.flow, pasted.ids);
      return pasted.ids.length > 0;
    },
    open: (next: Flow) => act({ type: 'open', flow: next }),
  }), [change, changeAndSelect]);

  return useMemo(() => ({ ...commands, flow, selected, canUndo: history.past.length > 0, canRedo: history.future.length > 0 }), [commands, flow, selected, history]);
}
