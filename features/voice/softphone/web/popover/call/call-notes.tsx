import { Button, Textarea } from '@mantine/core';
import { CALL_NOTE_MAX, callsApi } from '#features/voice/calls/contract.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { sendKeyText } from '#platform/web/keyboard.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { NoteStanding } from '../../notes/note-standing.tsx';
import { useNote } from '../../notes/use-note.ts';

/** What the call was about, in the agent's words, saved while they are written; what was written before stays below. */
export default function CallNotes({ callId }: { callId: string }) {
  const t = useText();
  const format = useFormat();
  const note = useNote(callId, { done: 'softphone.notes.done' });
  const { data: notes = [] } = useEndpoint(callsApi.notes, { callId }, { handlesFailures: true });
  const earlier = notes.filter(({ id }) => id !== note.noteId);
  return (
    <section className="call-notes" aria-label={t('softphone.call.notes')}>
      <Textarea
        rows={3}
        maxLength={CALL_NOTE_MAX}
        aria-label={t('softphone.notes.field')}
        placeholder={t('softphone.notes.field')}
        value={note.text}
        onChange={(event) => note.write(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && note.finish()}
      />
      <div className="note-foot">
        <NoteStanding standing={note.standing} />
        <Button
          size="xs"
          disabled={note.text.trim() === ''}
          loading={note.isFinishing}
          data-hint={sendKeyText()}
          onClick={note.finish}
        >
          {t('softphone.notes.save')}
        </Button>
      </div>
      {earlier.length > 0 && (
        <ol aria-label={t('softphone.notes.earlier')}>
          {earlier.map(({ id, text, author, createdAt }) => (
            <li key={id}>
              <p>{text}</p>
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
