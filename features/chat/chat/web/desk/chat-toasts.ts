import { keepNewest } from '#core/newest-kept.ts';
import { call } from '#platform/web/call.ts';
import { text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { chatApi, type Conversation } from '../../contract.ts';
import { nameOf } from '../name-of.ts';

/** As long as a call would ring. */
const HANDED_MS = 30_000;
/** Letters of a note a notice has room for. */
const MENTION_SHOWN = 120;
const REASON_SHOWN = 200;
/** So many may be handed over before the first of them is told of as come. */
const MOST_HANDED = 5;

/** What agents are told of their conversations on whatever page they are. */
export interface ChatToasts {
  left(): void;
  /** A conversation is theirs now; one that a colleague hands over says more than that, in its place. */
  came(conversation: Conversation): void;
  mentioned(note: { conversation: number; by: string; text: string }): void;
  /** A colleague hands over a conversation: who, about whom and why. Pushes name no customers, so who it is is asked for. */
  handed(handed: { conversation: number; by: string; note: string }): Promise<void>;
  offline(why: string): void;
}

/** One notice for all that come: the newest. The others stand in the list with their clocks. */
const CAME = 'chat.came';

export function chatToasts(go: (address: string) => void): ChatToasts {
  const opening = (id: number) => ({
    text: text('chat.mentionedOpen'),
    run: () => go(`/interactive/chat?id=${id}`),
  });
  /** Told of by who hands it over, so that its coming need not be. On the page of the chats no coming follows. */
  const handedOver = keepNewest<number, true>(MOST_HANDED);
  let newest: number | null = null;
  return {
    left: () => toast({ tone: 'info', text: text('chat.left'), id: 'chat.left' }),
    came: (one) => {
      if (handedOver.get(one.id)) return handedOver.delete(one.id);
      newest = one.id;
      const words = { name: nameOf(one, text), text: one.last_text.slice(0, MENTION_SHOWN) };
      toast({
        tone: 'info',
        id: CAME,
        text: text(words.text === '' ? 'chat.came' : 'chat.cameWith', words),
        action: opening(one.id),
      });
    },
    mentioned: ({ conversation: id, by, text: words }) =>
      toast({
        tone: 'info',
        id: `chat.mentioned.${id}`,
        text: text('chat.mentioned', { name: by, text: words.slice(0, MENTION_SHOWN) }),
        action: opening(id),
      }),
    async handed({ conversation: id, by, note }) {
      if (newest !== id) handedOver.set(id, true);
      const conversation = await call(chatApi.detail, { conversation_id: id }).catch(() => null);
      const name = conversation ? nameOf(conversation, text) : text('chat.nameless');
      const takesPlace = newest === id;
      if (takesPlace) newest = null;
      const why = note.length > REASON_SHOWN ? `${note.slice(0, REASON_SHOWN)}…` : note;
      toast({
        tone: 'warning',
        id: takesPlace ? CAME : `chat.handed.${id}`,
        text: text(why === '' ? 'chat.handed' : 'chat.handedWhy', { by, name, why }),
        action: opening(id),
        stayMs: HANDED_MS,
      });
    },
    offline: (why) =>
      toast({ tone: 'warning', text: text(why === 'missed' ? 'chat.off.missed' : 'chat.off.gone'), id: 'chat.off' }),
  };
}
