import { Button, Textarea } from '@mantine/core';
import { callsApi } from '#features/voice/calls/contract.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { sendKeyText } from '#platform/web/keyboard.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { NOTE_MAX, useNoteDraft } from './note-draft.ts';

/** What the call was about, in the agent's words; what was written before stays below. */
export default function CallNotes({ callId }: { callId: string }) {
  const t = useText();
  const format = useFormat();
  const [text, write] = useNoteDraft(callId);
  const { data: notes = [] } = useEndpoint(callsApi.notes, { callId }, { handlesFailures: true });
  const save = useCommand(callsApi.note, {
    invalidates: [callsApi.notes],
    done: 'softphone.notes.saved',
    onDone: () => write(''),
  });
  const isEmpty = text.trim() === '';
  const send = () => !isEmpty && !save.isPending && save.mutate({ callId, text: text.trim() });
  return (
    <section className="call-notes" aria-label={t('softphone.call.notes')}>
      <Textarea
        rows={3}
        maxLength={NOTE_MAX}
        aria-label={t('softphone.notes.field')}
        placeholder={t('softphone.notes.field')}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && send()}
      />
      <Button size="xs" disabled={isEmpty} loading={save.isPending} data-hint={sendKeyText()} onClick={send}>
        {t('softphone.notes.save')}
      </Button>
      {notes.length > 0 && (
        <ol aria-label={t('softphone.notes.earlier')}>
          {notes.map((note) => (
            <li key={note.id}>
              <p>{note.text}</p>
              <small>
                {note.author} · {format.recent(note.createdAt)}
              </small>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
