import { Button } from '@mantine/core';
import { Suspense, type KeyboardEvent } from 'react';
import { CALL_NOTE_MAX, callsApi } from '#features/voice/calls/contract.ts';
import { noteStanding, softphonePart, useNote } from '#features/voice/softphone/web/index.ts';
import { lazily } from '#platform/web/feature.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { altKeyText, sendKeyText } from '#platform/web/keyboard.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { BenchKey } from '../bench-keys.ts';

const NoteStanding = lazily(softphonePart, noteStanding);

/** What to remember of a call, saved while it is written; earlier notes stay below. */
export function NoteEditor({ callId, onSaved }: { callId: string; onSaved: () => void }) {
  const t = useText();
  const format = useFormat();
  const note = useNote(callId, { done: 'workbench.noteSaved', onDone: onSaved });
  const { data: notes = [] } = useEndpoint(callsApi.notes, { callId }, { handlesFailures: true });
  const earlier = notes.filter(({ id }) => id !== note.noteId);

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) note.finish();
    else if (event.key === 'Escape') event.currentTarget.blur();
    else return;
    event.preventDefault();
  }

  return (
    <section className="bench-part" aria-label={t('workbench.note')}>
      <h3>
        {t('workbench.note')}
        <kbd aria-hidden>{altKeyText(BenchKey.note)}</kbd>
      </h3>
      <textarea
        className="bench-writing"
        rows={3}
        maxLength={CALL_NOTE_MAX}
        data-bench="note"
        aria-label={t('workbench.note')}
        placeholder={t('workbench.notePlaceholder')}
        value={note.text}
        onChange={(event) => note.write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className="note-foot">
        <Suspense fallback={<small />}>
          <NoteStanding standing={note.standing} />
        </Suspense>
        <Button
          size="xs"
          disabled={note.text.trim() === ''}
          loading={note.isFinishing}
          rightSection={<kbd aria-hidden>{sendKeyText()}</kbd>}
          onClick={note.finish}
        >
          {t('workbench.noteSave')}
        </Button>
      </div>
      {earlier.length > 0 && (
        <ol className="bench-notes" aria-label={t('workbench.noteHistory')}>
          {earlier.map(({ id, text: words, author, createdAt }) => (
            <li key={id} className="bench-note">
              {words}
              <small>
                {author} · {format.recent(createdAt)}
              </small>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
