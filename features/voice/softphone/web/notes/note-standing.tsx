import { useText } from '#platform/web/i18n.ts';
import type { NoteView } from './note-keeper.ts';
import './notes.css';

/** Whether what is written is safe already. */
export function NoteStanding({ standing }: Pick<NoteView, 'standing'>) {
  const t = useText();
  return (
    <small
      className="note-standing"
      role="status"
      data-warning={standing === 'waiting' || standing === 'refused' || undefined}
    >
      {standing === 'nothing' ? '' : t(`softphone.notes.${standing}`)}
    </small>
  );
}
