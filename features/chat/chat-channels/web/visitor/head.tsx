import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import type { PublicChannel } from '../../contract.ts';
import { expectationOf } from './expectation.ts';
import { TranscriptForm } from './transcript-form.tsx';
import type { VisitorLine, VisitorView } from './visitor-line.ts';
import { inLanguage } from './wording.ts';

interface Props {
  channel: PublicChannel;
  view: VisitorView;
  line: VisitorLine;
  /** Where calls are taken and this browser can make them. */
  onCall?: () => void;
  /** One call is enough. */
  isCalling?: boolean;
  onClose?: () => void;
}

/** Who one writes with, and what can be done with the conversation. */
export function Head({ channel, view, line, onCall, isCalling = false, onClose }: Props) {
  const t = useText();
  const [asked, setAsked] = useState<'no' | 'menu' | 'end' | 'transcript'>('no');
  const { conversation } = view;
  const isAlive = conversation !== null && conversation.state !== 'closed';
  const name = inLanguage(channel.title) || channel.company;
  const state = !isAlive
    ? expectationOf(channel)
    : conversation.state === 'open'
      ? t('chat-channels.visitor.with', { name: conversation.agent_name })
      : t('chat-channels.visitor.waiting', { ahead: conversation.ahead });
  return (
    <header className="vis-head">
      <div>
        <h1>{name}</h1>
        <p role="status">{view.connected ? state : t('chat-channels.visitor.away')}</p>
      </div>
      {onCall && (
        <button
          type="button"
          className="vis-icon"
          aria-label={t('chat-channels.visitor.call')}
          aria-disabled={isCalling}
          onClick={onCall}
        >
          <svg viewBox="0 0 24 24" aria-hidden>
            <path d="M21 16.5v3a1.5 1.5 0 0 1-1.7 1.5C10.6 20.2 3.8 13.4 3 4.7A1.5 1.5 0 0 1 4.5 3h3l1.8 4.5-2 1.5a12 12 0 0 0 7.7 7.7l1.5-2z" />
          </svg>
        </button>
      )}
      {view.messages.length > 0 && (
        <button
          type="button"
          className="vis-icon"
          aria-label={t('chat-channels.visitor.more')}
          aria-expanded={asked !== 'no'}
          onClick={() => setAsked(asked === 'no' ? 'menu' : 'no')}
        >
          ⋯
        </button>
      )}
      {onClose && (
        <button type="button" className="vis-icon" aria-label={t('chat-channels.visitor.close')} onClick={onClose}>
          ×
        </button>
      )}
      {asked === 'menu' && (
        <div className="vis-menu">
          <button type="button" onClick={() => setAsked('transcript')}>
            {t('chat-channels.visitor.transcript')}
          </button>
          {isAlive && (
            <button type="button" onClick={() => setAsked('end')}>
              {t('chat-channels.visitor.end')}
            </button>
          )}
        </div>
      )}
      {asked === 'end' && (
        <div className="vis-menu" role="alertdialog" aria-label={t('chat-channels.visitor.endAsk')}>
          <p>{t('chat-channels.visitor.endAsk')}</p>
          <div className="vis-row">
            <button type="button" className="vis-go" onClick={() => void line.end().finally(() => setAsked('no'))}>
              {t('chat-channels.visitor.end')}
            </button>
            <button type="button" className="vis-plain" onClick={() => setAsked('no')}>
              {t('chat-channels.visitor.keep')}
            </button>
          </div>
        </div>
      )}
      {asked === 'transcript' && <TranscriptForm token={view.token!} />}
    </header>
  );
}
