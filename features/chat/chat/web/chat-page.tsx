import { MessagesSquare } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { isTyping, useAltKey } from '#platform/web/keyboard.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { EmptyState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useStore } from '#platform/web/use-store.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { ChatKey } from './chat-keys.ts';
import { isSameList, useChatAddress } from './chat-query.ts';
import { readAlong, useChatSession, useInbox, type ChatInbox, type ChatSession } from './desk/chat-session.ts';
import { ConversationList } from './parts/conversation-list.tsx';
import { CustomerColumn } from './parts/customer-column.tsx';
import { ConversationView } from './parts/conversation-view.tsx';
import { chats } from './who-chats.ts';
import '#platform/web/ui/desk.css';
import './chat.css';

const tabs = ['list', 'talk', 'customer'] as const;
type Tab = (typeof tabs)[number];

/** [CHAT-07] Where people with a text seat work: conversations, the one that is open, and its customer. */
export default function ChatPage() {
  const t = useText();
  const who = useViewer();
  const session = useChatSession();
  const inbox = useInbox();
  const open = useStore(readAlong);
  useEffect(() => open?.(), [open]);
  if (who && !chats(who))
    return (
      <div className="desk-alone">
        <EmptyState icon={<MessagesSquare size={22} />} title={t('chat.noSeat')} hint={t('chat.noSeatHint')} />
      </div>
    );
  return session && inbox ? <Chat session={session} inbox={inbox} /> : <LoadingPage />;
}

function Chat({ session, inbox }: { session: ChatSession; inbox: ChatInbox }) {
  const t = useText();
  const [{ query, id, around }, change] = useChatAddress();
  const [tab, setTab] = useState<Tab>(id === null ? 'list' : 'talk');
  const page = useRef<HTMLDivElement>(null);
  const asked = JSON.stringify(query);

  useEffect(() => {
    session.attend(true);
    return () => {
      session.attend(false);
      session.open(null);
    };
  }, [session]);
  useEffect(() => {
    const { list } = session.inbox();
    const next = JSON.parse(asked) as typeof query;
    if (!isSameList(list.query, next) || list.at === 'failed') session.showList(next);
  }, [session, asked]);
  useEffect(() => {
    if (session.inbox().open?.id !== (id ?? undefined) || around !== undefined) session.open(id, around);
  }, [session, id, around]);

  const show = (next: number | null, no: number | null = null) => {
    change({ id: next, no });
    setTab(next === null ? 'list' : 'talk');
  };
  const step = (by: number) => {
    const { rows } = inbox.list;
    const at = rows.findIndex((row) => row.id === id);
    const next = rows[at < 0 ? 0 : at + by];
    if (next) show(next.id);
  };
  useAltKey(ChatKey.next, () => step(1));
  useAltKey(ChatKey.previous, () => step(-1));
  const latest = useRef(step);
  useEffect(() => {
    latest.current = step;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target) || event.defaultPrevented) return;
      if (event.key === 'j') latest.current(1);
      else if (event.key === 'k') latest.current(-1);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return (
    <div ref={page} className="desk chat" data-tab={tab}>
      <div className="desk-tabs">
        <Choice
          label={t('chat.parts')}
          value={tab}
          options={tabs.map((value) => ({ value, label: t(`chat.tab.${value}`) }))}
          onChange={setTab}
        />
      </div>
      <section className="desk-column chat-column chat-list" aria-label={t('chat.tab.list')}>
        <ConversationList session={session} inbox={inbox} query={query} openId={id} onQuery={change} onOpen={show} />
      </section>
      <section className="desk-column chat-column chat-talk" aria-label={t('chat.tab.talk')}>
        {id === null || !inbox.open ? (
          <EmptyState icon={<MessagesSquare size={22} />} title={t('chat.none')} hint={t('chat.noneHint')} />
        ) : (
          <ConversationView
            key={id}
            session={session}
            inbox={inbox}
            open={inbox.open}
            around={around ?? null}
            onGone={() => show(null)}
            onJump={(no) => change({ id, no })}
          />
        )}
      </section>
      <section className="desk-column chat-column chat-context" aria-label={t('chat.tab.customer')}>
        {inbox.open?.conversation && (
          <CustomerColumn key={inbox.open.id} session={session} conversation={inbox.open.conversation} />
        )}
      </section>
    </div>
  );
}
