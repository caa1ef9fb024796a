import { useCallback, useEffect, useState } from 'react';
import { bare, call } from '#platform/web/call.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import type { DemoMessage, demoInboxApi } from '../contract.ts';
import './demo-messages.css';

// Without schemas: this stands on the sign-in page, which stays small.
const messagesOf = bare<(typeof demoInboxApi)['messages']>('GET', '/admin/saas_plat/demo/messages', true);

const codeIn = ({ text }: DemoMessage): string | undefined => /\b\d{6}\b/.exec(text)?.[0];

/** The mails and short messages the demo kept; asked for when opened and when the page is looked at again. */
export default function DemoMessages() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [messages, setMessages] = useState<DemoMessage[] | null>(null);
  const refresh = useCallback(
    () => void call(messagesOf, {}).then(setMessages, () => setMessages((before) => before ?? [])),
    [],
  );
  useEffect(() => {
    if (!isOpen) return;
    refresh();
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [isOpen, refresh]);
  return (
    <details className="demo-inbox" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('demo-inbox.title')}</summary>
      <p className="demo-inbox-hint">
        {t('demo-inbox.hint')}{' '}
        <button type="button" onClick={refresh}>
          {t('demo-inbox.refresh')}
        </button>
      </p>
      {messages?.length === 0 && <p className="demo-inbox-hint">{t('demo-inbox.empty')}</p>}
      <ol>
        {messages?.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
    </details>
  );
}

function Message({ message }: { message: DemoMessage }) {
  const t = useText();
  const language = useLanguage();
  const code = codeIn(message);
  const at = new Date(`${message.at.replace(' ', 'T')}Z`);
  return (
    <li>
      <div className="demo-inbox-head">
        <b>{message.subject || t('demo-inbox.sms')}</b>
        <time dateTime={at.toISOString()}>
          {at.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' })}
        </time>
      </div>
      <small>{t('demo-inbox.to', { to: message.to })}</small>
      <p>{message.text}</p>
      {code && <CopyCode code={code} />}
    </li>
  );
}

function CopyCode({ code }: { code: string }) {
  const t = useText();
  const [copyOutcome, setCopyOutcome] = useState<'copied' | 'failed' | null>(null);
  return (
    <div className="demo-inbox-copy">
      <button
        type="button"
        onClick={() => void copy(code).then((worked) => setCopyOutcome(worked ? 'copied' : 'failed'))}
      >
        {t('demo-inbox.copy', { code })}
      </button>
      <output>{copyOutcome && t(`demo-inbox.${copyOutcome}`)}</output>
    </div>
  );
}

/** False without permission, or on a page without TLS. */
const copy = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
