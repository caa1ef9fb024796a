import { driveTimed } from '#core/timed-machine.ts';
import { callsApi } from '#features/voice/calls/contract.ts';
import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { endsSession } from '#platform/web/failures.ts';
import { pageTimer } from '#platform/web/timer.ts';
import { viewer } from '#platform/web/viewer.ts';
import { Failure } from '#shared/failure.ts';
import { isUnsaved, noteAsLeft, noteSaving, noteStanding, type NoteEvent } from '../../core/note-saving.ts';
import { keptNotes } from './kept-notes.ts';

/** What somebody writes about one call; outlives whatever shows it. */
export interface NoteKeeper {
  view(): NoteView;
  watch(watcher: () => void): () => void;
  write(text: string): void;
  /** Without waiting for hands that rest; done when nothing is on its way any more. */
  saveNow(): Promise<void>;
  /** These were the last words: what is typed next is another note. */
  finished(): void;
  /** Nobody looks, and nothing waits to be saved. */
  isIdle(): boolean;
}

export interface NoteView {
  text: string;
  standing: ReturnType<typeof noteStanding>;
  draftKey: string;
  /** The row it is saved in; null before. */
  noteId: number | null;
}

const keepers = new Map<string, NoteKeeper>();

/** Of more calls nobody has a note open. */
const MOST_KEPT = 20;

/** Who has nothing to save and whom nobody looks at makes room: what they knew is on the server, or kept by the browser. */
function makeRoom(): void {
  for (const [name, keeper] of keepers) {
    if (keepers.size < MOST_KEPT) return;
    if (keeper.isIdle()) keepers.delete(name);
  }
}

/** The one who keeps this person's note about a call. */
export function noteKeeper(callId: string): NoteKeeper {
  const userId = viewer.get()?.userId ?? 0;
  const name = `${userId} ${callId}`;
  const known = keepers.get(name);
  if (!known) makeRoom();
  // The last one asked for stands last: it is the last to make room.
  keepers.delete(name);
  const keeper = known ?? openNoteKeeper(callId, userId);
  keepers.set(name, keeper);
  return keeper;
}

/** Everything that waits to be saved is tried now; done when it was. */
export const saveAllNotes = async (): Promise<void> =>
  void (await Promise.all(Array.from(keepers.values(), (keeper) => keeper.saveNow())));

/** Refused for good: no later try would fare better. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Failure && !['unavailable', 'unexpected', 'tooManyRequests'].includes(error.name);

function openNoteKeeper(callId: string, userId: number): NoteKeeper {
  const left = keptNotes.of(callId, userId);
  let draftKey = left?.draftKey ?? crypto.randomUUID();
  let noteId = left?.noteId ?? null;
  let driven = begin(left ?? {});
  const watchers = new Set<() => void>();
  let view = look();
  const idle: (() => void)[] = [];

  function begin(from: Parameters<typeof noteAsLeft>[0]) {
    const key = draftKey;
    const machine = driveTimed(noteSaving, noteAsLeft(from), ({ revision, text }) => void save(key, revision, text), {
      after: pageTimer,
      wake: (event) => machine.send({ ...event, nowMs: Date.now() } as NoteEvent),
    });
    machine.watch(changed);
    return machine;
  }

  function look(): NoteView {
    return { text: driven.current().text, standing: noteStanding(driven.current()), draftKey, noteId };
  }

  function changed(): void {
    const { text, revision, saved, sending } = driven.current();
    if (revision > 0) keptNotes.keep(callId, { userId, draftKey, text, revision, saved, noteId });
    view = look();
    for (const watcher of watchers) watcher();
    if (sending === null) for (const done of idle.splice(0)) done();
  }

  async function save(key: string, revision: number, text: string): Promise<void> {
    const machine = driven;
    try {
      const note = await call(callsApi.noteDraft, { callId, text, draftKey: key, revision });
      if (key === draftKey) noteId = note.id;
      machine.send({ type: 'saved', revision, nowMs: Date.now() });
    } catch (error) {
      if (endsSession(error)) handleFailure(error);
      machine.send({ type: 'failed', isRefused: isRefusal(error), nowMs: Date.now() });
    }
  }

  const send = (event: { type: 'typed'; text: string } | { type: 'saveNow' }): void =>
    driven.send({ ...event, nowMs: Date.now() });

  return {
    view: () => view,
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    write: (text) => send({ type: 'typed', text }),
    saveNow() {
      if (!isUnsaved(driven.current())) return Promise.resolve();
      return new Promise((resolve) => {
        idle.push(resolve);
        send({ type: 'saveNow' });
        if (driven.current().sending === null) for (const done of idle.splice(0)) done();
      });
    },
    finished() {
      driven.clearTimers();
      keptNotes.drop(callId);
      draftKey = crypto.randomUUID();
      noteId = null;
      driven = begin({});
      changed();
    },
    isIdle: () => watchers.size === 0 && driven.current().sending === null && !isUnsaved(driven.current()),
  };
}
