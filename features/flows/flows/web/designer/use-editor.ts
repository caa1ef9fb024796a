import { useMemo, useState, useSyncExternalStore } from 'react';
import { isEmptyClip } from '../../core/clip.ts';
import { addNode, addNote, connect, copyNodes, pasteNodes, removeNodes, type Point } from '../../core/edit.ts';
import type { Edge, Flow, NodeId } from '#core/flow/flow.ts';
import { changed, openHistory, redone, undone, type History } from '../../core/history.ts';
import { keptClip, keepClip } from './kept-clip.ts';

interface Editing {
  history: History<Flow>;
  selected: readonly NodeId[];
}

/** Every way to change a flow. */
export interface EditorCommands {
  /** What is there at this moment, for hands that must not wait for the next drawing. */
  now(): { flow: Flow; selected: readonly NodeId[] };
  /** Changes of the same `gesture`, one after another, are taken back together. */
  change(edit: (flow: Flow) => Flow, gesture?: string): void;
  select(ids: readonly NodeId[]): void;
  /** Adds to what is selected, or takes away. */
  pick(picks: readonly { id: NodeId; isOn: boolean }[]): void;
  /** `after`: the way that leads to it. */
  add(kind: string, at: Point, after?: Pick<Edge, 'from' | 'branch'>): NodeId;
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

/** A flow while it is designed: what is chosen, and what can be taken back. */
export interface Editor extends EditorCommands {
  /** Always the same object. */
  commands: EditorCommands;
  flow: Flow;
  selected: readonly NodeId[];
  canUndo: boolean;
  canRedo: boolean;
}

const sameIds = (a: readonly NodeId[], b: readonly NodeId[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));

/** Holds the flow outside of what is drawn: commands act on what is there when they are given. */
function openEditor(first: Flow) {
  let now: Editing = { history: openHistory(first), selected: [] };
  const watchers = new Set<() => void>();
  const set = (part: Partial<Editing>): void => {
    now = { ...now, ...part };
    for (const tell of watchers) tell();
  };
  const become = (flow: Flow, selected: readonly NodeId[], gesture: string | null = null): void =>
    set({ history: changed(now.history, flow, gesture), selected });

  /** What is gone with a step taken back is not selected any more. */
  const turn = (history: History<Flow>): void => {
    const { nodes, notes } = history.present;
    set({ history, selected: now.selected.filter((id) => [...nodes, ...notes].some((one) => one.id === id)) });
  };

  const commands: EditorCommands = {
    now: () => ({ flow: now.history.present, selected: now.selected }),
    change: (edit, gesture) => become(edit(now.history.present), now.selected, gesture),
    select: (ids) => void (sameIds(now.selected, ids) || set({ selected: ids })),
    pick(picks) {
      const ids = new Set(now.selected);
      for (const { id, isOn } of picks)
        if (isOn) ids.add(id);
        else ids.delete(id);
      commands.select([...ids]);
    },
    add(kind, at, after) {
      const added = addNode(now.history.present, kind, at);
      become(after ? connect(added.flow, { ...after, to: added.id }) : added.flow, [added.id]);
      return added.id;
    },
    note(at) {
      const added = addNote(now.history.present, at);
      become(added.flow, [added.id]);
    },
    remove: (ids) => become(removeNodes(now.history.present, ids), []),
    undo: () => turn(undone(now.history)),
    redo: () => turn(redone(now.history)),
    copy() {
      const copied = copyNodes(now.history.present, now.selected);
      if (isEmptyClip(copied)) return false;
      keepClip(copied);
      return true;
    },
    cut() {
      const did = commands.copy();
      if (did) commands.remove(now.selected);
      return did;
    },
    paste(at) {
      const pasted = pasteNodes(now.history.present, keptClip(), at);
      if (pasted.ids.length > 0) become(pasted.flow, pasted.ids);
      return pasted.ids.length > 0;
    },
    open: (flow) => set({ history: openHistory(flow), selected: [] }),
  };
  return {
    commands,
    get: (): Editing => now,
    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}

export function useEditor(initial: Flow): Editor {
  const [store] = useState(() => openEditor(initial));
  const { history, selected } = useSyncExternalStore(store.watch, store.get);
  return useMemo(
    () => ({
      ...store.commands,
      commands: store.commands,
      flow: history.present,
      selected,
      canUndo: history.past.length > 0,
      canRedo: history.future.length > 0,
    }),
    [store, history, selected],
  );
}
