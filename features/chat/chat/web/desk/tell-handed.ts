import { call } from '#platform/web/call.ts';
import { text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { chatApi } from '../../contract.ts';
import { nameOf } from '../name-of.ts';

/** As long as a call would ring. */
const SHOWN_MS = 30_000;
/** Letters of a reason a notice has room for. */
const NOTE_SHOWN = 200;

/** A colleague hands over a conversation: who, about whom and why, with a way there. Pushes name no customers, so who it is is asked for. */
export async function tellHanded(
  { conversation: id, by, note }: { conversation: number; by: string; note: string },
  go: (address: string) => void,
): Promise<void> {
  const conversation = await call(chatApi.detail, { conversation_id: id }).catch(() => null);
  const name = conversation ? nameOf(conversation, text) : text('chat.nameless');
  const why = note.length > NOTE_SHOWN ? `${note.slice(0, NOTE_SHOWN)}…` : note;
  toast({
    tone: 'warning',
    id: `chat.handed.${id}`,
    text: text(why === '' ? 'chat.handed' : 'chat.handedWhy', { by, name, why }),
    action: { text: text('chat.mentionedOpen'), run: () => go(`/interactive/chat?id=${id}`) },
    stayMs: SHOWN_MS,
  });
}
