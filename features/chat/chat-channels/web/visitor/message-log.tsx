import { useLayoutEffect, useRef, useState } from 'react';
import { language, useText } from '#platform/web/i18n.ts';
import { Thumbnail } from '#platform/web/ui/thumbnail.tsx';
import { fromWireTime } from '#shared/wire-time.ts';
import type { PublicChannel, VisitorMessage } from '../../contract.ts';
import { Attachment } from './attachment.tsx';
import type { VisitorLine, VisitorView } from './visitor-line.ts';
import { inLanguage } from './wording.ts';

/** What of a conversation's events a visitor is told. */
const FATE_TEXTS = {
  assigned: 'joined',
  taken: 'joined',
  transferred: 'requeued',
  requeued: 'requeued',
  agentGone: 'requeued',
  warned: 'warned',
  closed: 'over',
} as const;
const NEAR_END_PX = 80;

/** The messages; it stays at the newest unless the visitor reads further up. */
export function MessageLog({ channel, view, line }: { channel: PublicChannel; view: VisitorView; line: VisitorLine }) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const [hasOlder, setHasOlder] = useState(true);
  const { messages, outbox, uploads, typing, conversation, token } = view;
  // After every drawing: whatever came, the newest stays in sight.
  useLayoutEffect(() => {
    if (isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  });
  const greeting = inLanguage(channel.greeting);
  const lastOwn = messages.findLast(({ chat_type }) => chat_type === 1);
  const canLoad = hasOlder && (messages[0]?.no ?? 1) > 1;
  return (
    <div
      className="vis-log"
      ref={box}
      role="log"
      aria-label={t('chat-channels.visitor.log')}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
    >
      {canLoad && (
        <button type="button" className="vis-plain" onClick={() => void line.older().then(setHasOlder)}>
          {t('chat-channels.visitor.older')}
        </button>
      )}
      {greeting && !canLoad && (
        <div className="vis-msg vis-theirs">
          <p>{greeting}</p>
        </div>
      )}
      {messages.map((message, index) => (
        <Shown
          key={`${message.conversation_id}.${message.no}`}
          message={message}
          isNewDay={dayOf(message) !== dayOf(messages[index - 1])}
          token={token!}
          note={
            message === lastOwn && outbox.length === 0
              ? (conversation?.agent_read_no ?? 0) >= message.no
                ? t('chat-channels.visitor.seen')
                : t('chat-channels.visitor.sent')
              : ''
          }
        />
      ))}
      {outbox.map((one) => (
        <div key={one.client_id} className="vis-msg vis-own vis-out">
          {one.is_image && one.file_id !== undefined ? (
            <Attachment
              file={{ id: one.file_id, name: one.file_name ?? '', is_image: true, bytes: 0 }}
              token={token!}
            />
          ) : (
            <p dir="auto">{one.text ?? one.file_name}</p>
          )}
          {one.refused ? (
            <small role="alert">
              {t(
                one.refused === 'chatBlocked'
                  ? 'chat-channels.visitor.blocked'
                  : one.refused === 'tooManyRequests'
                    ? 'chat-channels.visitor.tooMany'
                    : 'chat-channels.visitor.refused',
              )}{' '}
              {one.refused !== 'chatBlocked' && (
                <button type="button" className="vis-link" onClick={() => line.again(one.client_id)}>
                  {t('chat-channels.visitor.again')}
                </button>
              )}
            </small>
          ) : (
            <small>{t('chat-channels.visitor.sending')}</small>
          )}
        </div>
      ))}
      {uploads.map(({ id, name, done, picture }) => (
        <div key={id} className="vis-msg vis-own vis-out">
          {picture ? <Thumbnail file={picture} /> : <p>{name}</p>}
          <progress value={done} aria-label={name} />
        </div>
      ))}
      {conversation?.state === 'closed' && channel.open && (
        <p className="vis-event">{t('chat-channels.visitor.ended')}</p>
      )}
      <p className="vis-typing" aria-live="polite">
        {typing && t('chat-channels.visitor.typing', { name: typing })}
      </p>
    </div>
  );
}

const dayOf = (message: VisitorMessage | undefined): string =>
  message ? new Date(fromWireTime(message.created_at)).toDateString() : '';

function Shown({
  message,
  isNewDay,
  token,
  note,
}: {
  message: VisitorMessage;
  isNewDay: boolean;
  token: string;
  note: string;
}) {
  const t = useText();
  const at = new Date(fromWireTime(message.created_at));
  const day = isNewDay && (
    <p className="vis-day">{at.toLocaleDateString(language(), { weekday: 'long', day: 'numeric', month: 'long' })}</p>
  );
  if (message.kind === 'event') {
    const eventKey = message.event && FATE_TEXTS[message.event.what as keyof typeof FATE_TEXTS];
    return (
      <>
        {day}
        {eventKey && (
          <p className="vis-event">{t(`chat-channels.visitor.${eventKey}`, { name: message.event!.name })}</p>
        )}
      </>
    );
  }
  const isOwn = message.chat_type === 1;
  const time = at.toLocaleTimeString(language(), { hour: '2-digit', minute: '2-digit' });
  return (
    <>
      {day}
      <div className={`vis-msg ${isOwn ? 'vis-own' : 'vis-theirs'}`}>
        {message.file ? <Attachment file={message.file} token={token} /> : <p dir="auto">{message.text}</p>}
        {message.emoji && <span className="vis-emoji">{message.emoji}</span>}
        <small dir="ltr">{[isOwn ? '' : message.author_name, time, note].filter(Boolean).join(' · ')}</small>
      </div>
    </>
  );
}
