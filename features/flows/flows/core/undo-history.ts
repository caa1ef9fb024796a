const DEPTH = 200;

/** What can be taken back. Changes of one gesture (typing in a field, dragging) are one step. */
export interface UndoHistory<T> {
  present: T;
  past: readonly T[];
  future: readonly T[];
  gesture: string | null;
}

export const openHistory = <T>(present: T): UndoHistory<T> => ({ present, past: [], future: [], gesture: null });

/** The same `gesture` as the change before goes on with it; null is a change of its own. */
export function changed<T>(history: UndoHistory<T>, present: T, gesture: string | null = null): UndoHistory<T> {
  if (present === history.present) return history;
  const goesOn = gesture !== null && gesture === history.gesture;
  return {
    present,
    past: goesOn ? history.past : [...history.past, history.present].slice(-DEPTH),
    future: [],
    gesture,
  };
}

export function undone<T>({ present, past, future, gesture }: UndoHistory<T>): UndoHistory<T> {
  const before = past.at(-1);
  return before === undefined
    ? { present, past, future, gesture }
    : { present: before, past: past.slice(0, -1), future: [present, ...future], gesture: null };
}

export function redone<T>({ present, past, future, gesture }: UndoHistory<T>): UndoHistory<T> {
  const [after, ...rest] = future;
  return after === undefined
    ? { present, past, future, gesture }
    : { present: after, past: [...past, present], future: rest, gesture: null };
}
