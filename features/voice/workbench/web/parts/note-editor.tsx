import { Button } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { callsApi } from '#features/voice/calls/contract.ts';
import { NOTE_MAX, useNoteDraft } from '#features/voice/softphone/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { altKeyText, sendKeyText } from '#platform/web/keyboard.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { BenchKey } from '../bench-keys.ts';

/** What to remember of a call; earlier versions stay below. What is being written survives a reload. */
export function NoteEditor({ callId, onSaved }: { callId: string; onSaved: () => void }) {
  const t = useText();
  const format = useFormat();
  const [text, write] = useNoteDraft(callId);
  const { data: notes = [] } = useEndpoint(callsApi.notes, { callId }, { handlesFailures: true });
  const save = useCommand(callsApi.note, {
    invalidates: [callsApi.notes, callsApi.customerNotes],
    done: 'workbench.noteSaved',
    onDone: () => {
      write('');
      onSaved();
    },
  });
  const isEmpty = text.trim() === '';
  const send = () => !isEmpty && !save.isPending && save.mutate({ callId, text: text.trim() });

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
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
        maxLength={NOTE_MAX}
        data-bench="note"
        aria-label={t('workbench.note')}
        placeholder={t('workbench.notePlaceholder')}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button
        size="xs"
        disabled={isEmpty}
        loading={save.isPending}
        rightSection={<kbd aria-hidden>{sendKeyText()}</kbd>}
        onClick={send}
      >
        {t('workbench.noteSave')}
      </Button>
      {notes.length > 0 && (
        <ol className="bench-notes" aria-label={t('workbench.noteHistory')}>
          {notes.map(({ id, text: words, author, createdAt }) => (
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
