import { Check, CheckCheck, CircleAlert, Clock3 } from 'lucide-react';
import { Fragment } from 'react';
import type { ThreadRow } from '../../core/thread-rows.ts';
import { textPieces } from '../../core/text-links.ts';
import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { useFormat } from '#platform/web/format.ts';
import { hasText, textOf, useText } from '#platform/web/i18n.ts';
import { Initials } from '#platform/web/ui/initials.tsx';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { chatApi, type ChatMessage, type Conversation } from '../../contract.ts';
import type { ChatSession } from '../desk/chat-session.ts';
import { nameOf } from '../name-of.ts';
import { ChatFileView } from './chat-file.tsx';
import { Reactions } from './reactions.tsx';

type Row = Extract<ThreadRow<ChatMessage>, { kind: 'message' }>;

/** One message: of the visitor at the left, ours at the right, notes and events as lines across. */
export function MessageRow({
  session,
  row,
  visitor,
}: {
  session: ChatSession;
  row: Row;
  visitor: Conversation | null;
}) {
  const t = useText();
  const mayResend = useViewer()?.userId === visitor?.agent_id && visitor?.state === 'open';
  const format = useFormat();
  const { message, isFirst, isLast, outgoing } = row;
  if (message.author === 'system')
    return (
      <p className="chat-event">
        <span>{eventText(message)}</span>
        <time>{format.time(message.created_at)}</time>
      </p>
    );
  const isOurs = message.author !== 'visitor';
  const name =
    message.author === 'visitor' ? (visitor ? nameOf(visitor, t) : message.author_name) : message.author_name;
  const isNote = message.author === 'note';
  return (
    <article
      className={isNote ? 'chat-note' : 'chat-message'}
      data-ours={isOurs || undefined}
      data-first={isFirst || undefined}
      data-failed={outgoing?.at === 'failed' || message.status === ChatMessageStatus.failed || undefined}
      aria-label={isNote ? t('chat.noteOf', { name }) : name}
    >
      {!isOurs && <span className="chat-message-face">{isFirst && <Initials name={name} size={28} />}</span>}
      <div className="chat-message-body">
        {isFirst && (isOurs || isNote) && (
          <small className="chat-message-head">
            {isNote && <b>{t('chat.note')}</b>}
            {name}
          </small>
        )}
        <div className="chat-bubble">
          {message.file ? (
            <ChatFileView file={message.file} progress={outgoing?.at === 'uploading' ? outgoing.progress : null} />
          ) : (
            <Words text={message.text} />
          )}
          {message.emoji && (
            <span className="chat-emoji" role="img" aria-label={t('chat.reaction', { emoji: message.emoji })}>
              {message.emoji}
            </span>
          )}
          {!isNote && !outgoing && message.id > 0 && <Reactions message={message} />}
        </div>
        {(isLast || outgoing) && (
          <small className="chat-message-foot">
            <time>{format.time(message.created_at)}</time>
            {isOurs && !isNote && <Status message={message} />}
          </small>
        )}
        {outgoing?.at === 'failed' && (
          <small className="chat-failed" role="alert">
            {outgoing.why || t('chat.notSent')}
            <button type="button" onClick={() => session.retry(message.client_id)}>
              {t('ui.retry')}
            </button>
            <button type="button" onClick={() => session.drop(message.client_id)}>
              {t('chat.drop')}
            </button>
          </small>
        )}
        {!outgoing && message.status === ChatMessageStatus.failed && (
          <NotTaken message={message} mayResend={mayResend} />
        )}
      </div>
    </article>
  );
}

/** What a carrier did not take: why, and once more. */
function NotTaken({ message: { id, failure, author }, mayResend }: { message: ChatMessage; mayResend: boolean }) {
  const t = useText();
  const resend = useCommand(chatApi.resend);
  const key = `chat.failure.${failure}`;
  return (
    <small className="chat-failed" role="alert">
      {hasText(key) ? textOf(key) : failure || t('chat.notDelivered')}
      {mayResend && author === 'agent' && (
        <button type="button" disabled={resend.isPending} onClick={() => resend.mutate({ message_id: id })}>
          {t('chat.resend')}
        </button>
      )}
    </small>
  );
}

/** Line breaks stay, addresses can be opened; nothing of them is fetched before that. */
const Words = ({ text }: { text: string }) => (
  <p className="chat-words" dir="auto">
    {textPieces(text).map(({ text: piece, href }, index) => (
      <Fragment key={index}>
        {href ? (
          <a href={href} target="_blank" rel="noopener noreferrer nofollow">
            {piece}
          </a>
        ) : (
          piece
        )}
      </Fragment>
    ))}
  </p>
);

const icons = {
  [ChatMessageStatus.sending]: Clock3,
  [ChatMessageStatus.sent]: Check,
  [ChatMessageStatus.delivered]: CheckCheck,
  [ChatMessageStatus.read]: CheckCheck,
  [ChatMessageStatus.failed]: CircleAlert,
};

function Status({ message: { status } }: { message: ChatMessage }) {
  const Icon = icons[status];
  const word = codeLabel(ChatMessageStatus, status);
  return (
    <span className="chat-status" data-status={status} role="img" aria-label={word} data-hint={word}>
      <Icon size={13} aria-hidden />
    </span>
  );
}

function eventText({ event, text }: ChatMessage): string {
  const key = `chat.event.${event?.what ?? ''}`;
  if (!event || !hasText(key)) return text;
  const textKey = event.by === '' ? key : `${key}By`;
  return [textOf(hasText(textKey) ? textKey : key, { name: event.name, by: event.by, note: event.note }), event.note]
    .filter(Boolean)
    .join(' · ');
}
