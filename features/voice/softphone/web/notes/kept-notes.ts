import { isUnsaved } from '../../core/note-saving.ts';
import { kept } from '../popover/kept-choices.ts';

/** A note as this browser keeps it, so that neither a reload nor a dead line loses what was typed. */
export interface KeptNote {
  /** Whose it is: the next person at this browser neither sees nor saves it. */
  userId: number;
  /** What the server knows it by. */
  draftKey: string;
  text: string;
  revision: number;
  saved: number;
  /** Its row, once it was saved. */
  noteId: number | null;
}

/** Of more calls nobody leaves something unsaved. */
const MOST = 20;

type Notes = Record<string, KeptNote>;

function isNote(one: unknown): one is KeptNote {
  const { userId, draftKey, text, revision, saved } = (one ?? {}) as Partial<KeptNote>;
  return (
    typeof userId === 'number' &&
    typeof draftKey === 'string' &&
    typeof text === 'string' &&
    typeof revision === 'number' &&
    typeof saved === 'number'
  );
}

function read(): Notes {
  try {
    const found = JSON.parse(kept.get('callMark') ?? '{}') as Record<string, unknown> | null;
    return Object.fromEntries(Object.entries(found ?? {}).filter(([, one]) => isNote(one))) as Notes;
  } catch {
    return {};
  }
}

/** Writes down; of what is saved only `callId` stays, which may still be written on. */
function write(notes: Notes, callId: string | null): void {
  const worthKeeping = Object.entries(notes).filter(([id, note]) => id === callId || isUnsaved(note));
  kept.set(
    'callMark',
    worthKeeping.length === 0 ? null : JSON.stringify(Object.fromEntries(worthKeeping.slice(-MOST))),
  );
}

/** What this browser keeps of notes, by call. */
export const keptNotes = {
  of(callId: string, userId: number): KeptNote | null {
    const note = read()[callId];
    return note?.userId === userId ? note : null;
  },
  /** Calls this person left something unsaved of. */
  unsaved: (userId: number): string[] =>
    Object.entries(read()).flatMap(([callId, note]) => (note.userId === userId && isUnsaved(note) ? [callId] : [])),
  keep(callId: string, note: KeptNote): void {
    const { [callId]: _, ...others } = read();
    write({ ...others, [callId]: note }, callId);
  },
  drop(callId: string): void {
    const { [callId]: _, ...others } = read();
    write(others, null);
  },
  /** Whoever leaves takes along what is saved. */
  dropSaved: (): void => write(read(), null),
};
