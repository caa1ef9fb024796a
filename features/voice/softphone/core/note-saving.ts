import type { Step } from '#core/machine.ts';
import type { Wake } from '#core/timed-machine.ts';

/**
 * A note that saves itself while it is written.
 *
 * 1. What is typed is saved once the hands rest, and now and then while they do not.
 * 2. One save at a time, each with its revision: of two that meet at the server the later one stays.
 * 3. Without a line it is tried again, ever later, and at once when the line is back: nothing typed is given up.
 * 4. What the server refuses is not tried again before something else is typed.
 */
export interface NoteSaving {
  text: string;
  /** Grows with every change of the text; 0: nothing was typed yet. */
  revision: number;
  saved: number;
  /** The revision that is on its way. */
  sending: number | null;
  /** Since when something waits to be saved. */
  unsavedMs: number | null;
  /** Tries in a row that found no line. */
  tries: number;
  refused: boolean;
  /** A timer of an older turn does nothing. */
  turn: number;
}

export type NoteEvent = { nowMs: number } & (
  | { type: 'typed'; text: string }
  | { type: 'due'; turn: number }
  /** Nobody waits for hands that rest: the note is left, or the line is back. */
  | { type: 'saveNow' }
  | { type: 'saved'; revision: number }
  | { type: 'failed'; isRefused: boolean }
);
type Timeless<E> = E extends { nowMs: number } ? Omit<E, 'nowMs'> : never;

export type NoteEffect = { type: 'save'; revision: number; text: string } | Wake<Timeless<NoteEvent>>;

const REST_MS = 800;
const LONGEST_MS = 4_000;
const RETRY_MS = 2_000;
const RETRY_LONGEST_MS = 30_000;

/** A note as a page finds it: new, or as it was left. */
export const noteAsLeft = (left: { text?: string; revision?: number; saved?: number } = {}): NoteSaving => ({
  text: left.text ?? '',
  revision: left.revision ?? 0,
  saved: left.saved ?? 0,
  sending: null,
  unsavedMs: null,
  tries: 0,
  refused: false,
  turn: 0,
});

export const isUnsaved = ({ revision, saved }: Pick<NoteSaving, 'revision' | 'saved'>): boolean => revision > saved;

/** What is said of it beside what is written. */
export const noteStanding = (note: NoteSaving): 'nothing' | 'writing' | 'saved' | 'waiting' | 'refused' => {
  if (note.revision === 0) return 'nothing';
  if (!isUnsaved(note)) return 'saved';
  if (note.refused) return 'refused';
  return note.tries > 0 ? 'waiting' : 'writing';
};

export function noteSaving(note: NoteSaving, event: NoteEvent): Step<NoteSaving, NoteEffect> {
  switch (event.type) {
    case 'typed': {
      if (event.text === note.text) return { state: note, effects: [] };
      const unsavedMs = note.unsavedMs ?? event.nowMs;
      const next = { ...note, text: event.text, revision: note.revision + 1, unsavedMs, refused: false };
      return event.nowMs - unsavedMs >= LONGEST_MS ? send(next) : later(next, REST_MS);
    }
    case 'due':
      return event.turn === note.turn ? send(note) : { state: note, effects: [] };
    case 'saveNow':
      return note.refused ? { state: note, effects: [] } : send(note);
    case 'saved': {
      const saved = Math.max(note.saved, event.revision);
      const next = { ...note, saved, sending: null, tries: 0, unsavedMs: note.revision > saved ? event.nowMs : null };
      return isUnsaved(next) ? later(next, REST_MS) : { state: next, effects: [] };
    }
    case 'failed': {
      if (event.isRefused) return { state: { ...note, sending: null, refused: true }, effects: [] };
      const next = { ...note, sending: null, tries: note.tries + 1 };
      return later(next, Math.min(RETRY_LONGEST_MS, RETRY_MS * 2 ** note.tries));
    }
  }
}

function later(note: NoteSaving, afterMs: number): Step<NoteSaving, NoteEffect> {
  const turn = note.turn + 1;
  return { state: { ...note, turn }, effects: [{ type: 'wake', afterMs, event: { type: 'due', turn } }] };
}

function send(note: NoteSaving): Step<NoteSaving, NoteEffect> {
  if (note.sending !== null || !isUnsaved(note)) return { state: note, effects: [] };
  const { revision, text } = note;
  return { state: { ...note, sending: revision, turn: note.turn + 1 }, effects: [{ type: 'save', revision, text }] };
}
