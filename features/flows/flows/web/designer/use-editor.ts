import { useMemo, useState } from 'react';
import { isEmptyClip } from '../../core/clip.ts';
import { addNode, addNote, connect, copyNodes, pasteNodes, removeNodes, type Point } from '../../core/edit.ts';
import type { Edge, Flow, NodeId } from '#core/flow/flow.ts';
import { changed, openHistory, redone, undone, type UndoHistory } from '../../core/undo-history.ts';
import { createStore } from '#platform/web/store.ts';
import { useStore } from '#platform/web/use-store.ts';
import { keptClip, keepClip } from './kept-clip.ts';

interface Editing {
  history: UndoHistory<Flow>;
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
export interface FlowEditor extends EditorCommands {
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
  const editing = createStore<Editing>({ history: openHistory(first), selected: [] });
  const flowNow = (): Flow => editing.get().history.present;
  const selectedNow = (): readonly NodeId[] => editing.get().selected;
  const become = (flow: Flow, selected: readonly NodeId[], gesture: string | null = null): void =>
    editing.update(({ history }) => ({ history: changed(history, flow, gesture), selected }));

  /** What is gone with a step taken back is not selected any more. */
  const turn = (step: (history: UndoHistory<Flow>) => UndoHistory<Flow>): void =>
    editing.update((now) => {
      const history = step(now.history);
      const { nodes, notes } = history.present;
      return { history, selected: now.selected.filter((id) => [...nodes, ...notes].some((one) => one.id === id)) };
    });

  const commands: EditorCommands = {
    now: () => ({ flow: flowNow(), selected: selectedNow() }),
    change: (edit, gesture) => become(edit(flowNow()), selectedNow(), gesture),
    select: (ids) => editing.update((now) => (sameIds(now.selected, ids) ? now : { ...now, selected: ids })),
    pick(picks) {
      const ids = new Set(selectedNow());
      for (const { id, isOn } of picks)
        if (isOn) ids.add(id);
        else ids.delete(id);
      commands.select([...ids]);
    },
    add(kind, at, after) {
      const added = addNode(flowNow(), kind, at);
      become(after ? connect(added.flow, { ...after, to: added.id }) : added.flow, [added.id]);
      return added.id;
    },
    note(at) {
      const added = addNote(flowNow(), at);
      become(added.flow, [added.id]);
    },
    remove: (ids) => become(removeNodes(flowNow(), ids), []),
    undo: () => turn(undone),
    redo: () => turn(redone),
    copy() {
      const copied = copyNodes(flowNow(), selectedNow());
      if (isEmptyClip(copied)) return false;
      keepClip(copied);
      return true;
    },
    cut() {
      const did = commands.copy();
      if (did) commands.remove(selectedNow());
      return did;
    },
    paste(at) {
      const pasted = pasteNodes(flowNow(), keptClip(), at);
      if (pasted.ids.length > 0) become(pasted.flow, pasted.ids);
      return pasted.ids.length > 0;
    },
    open: (flow) => editing.set({ history: openHistory(flow), selected: [] }),
  };
  return { commands, editing };
}

export function useEditor(initial: Flow): FlowEditor {
  const [{ commands, editing }] = useState(() => openEditor(initial));
  const { history, selected } = useStore(editing);
  return useMemo(
    () => ({
      ...commands,
      commands,
      flow: history.present,
      selected,
      canUndo: history.past.length > 0,
      canRedo: history.future.length > 0,
    }),
    [commands, history, selected],
  );
}
