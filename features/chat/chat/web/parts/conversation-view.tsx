import { useEffect, useState } from 'react';
import type { ChatInbox, ChatSession } from '../desk/chat-session.ts';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { useText } from '#platform/web/i18n.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import { ConversationHead } from './conversation-head.tsx';
import { FoundMessages } from './found-messages.tsx';
import { TakeBar } from './take-bar.tsx';
import { Thread } from './thread.tsx';
import { TimedComposer } from './timed-composer.tsx';

interface ViewProps {
  session: ChatSession;
  inbox: ChatInbox;
  open: NonNullable<ChatInbox['open']>;
  /** The message that was looked for. */
  around: number | null;
  onGone: () => void;
  onJump: (no: number) => void;
}

/** The open conversation: who it is with, what was said, and where one answers. Of a colleague's I was called into, notes are mine to write. */
export function ConversationView({ session, inbox, open, around, onGone, onJump }: ViewProps) {
  const t = useText();
  const can = useCan();
  const me = useViewer()?.userId ?? 0;
  const [search, setSearch] = useState<string | null>(null);
  useEffect(() => {
    if (search === null) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setSearch(null);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [search]);
  const one = open.conversation;
  const isMine = one?.state === 'open' && one.agent_id === me;
  return (
    <>
      {one && (
        <ConversationHead
          session={session}
          conversation={one}
          isMine={isMine}
          isSearching={search !== null}
          onSearch={() => setSearch(search === null ? '' : null)}
          onGone={onGone}
        />
      )}
      {search !== null && (
        <search className="chat-search">
          <SearchField label={t('chat.searchHere')} width={1_000} value={search} onChange={setSearch} />
          <FoundMessages words={search} conversationId={open.id} onOpen={(_, no) => onJump(no)} />
        </search>
      )}
      <Thread session={session} inbox={inbox} open={open} around={around} />
      {one &&
        (isMine ? (
          <TimedComposer session={session} conversation={one} />
        ) : (
          <TakeBar
            session={session}
            conversation={one}
            canWriteNotes={one.state !== 'closed' && (can('chat.supervise') || one.state === 'open')}
          />
        ))}
    </>
  );
}
