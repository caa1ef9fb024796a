import { CALL_NOTED, callsApi } from '#features/voice/calls/contract.ts';
import { session } from '#platform/web/session.ts';
import { onSigningOut } from '#platform/web/signing-out.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { keptNotes } from './kept-notes.ts';
import { noteKeeper, saveAllNotes } from './note-keeper.ts';

/** Saves what an earlier page left unsaved, and whatever waits for the line; shows what others write. The answer stops it. */
export function watchNotes(userId: number): () => void {
  for (const callId of keptNotes.unsaved(userId)) void noteKeeper(callId).saveNow();
  const lineBack = (): void => void saveAllNotes();
  window.addEventListener('online', lineBack);
  const ends = [
    () => window.removeEventListener('online', lineBack),
    onSigningOut(saveAllNotes),
    session.watch((token) => token === null && keptNotes.dropSaved()),
    onEvent<{ callId: string }>(CALL_NOTED, ({ callId }) => void invalidate(callsApi.notes, { callId })),
  ];
  return () => {
    for (const end of ends) end();
  };
}
