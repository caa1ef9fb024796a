import { useState } from 'react';
import { call } from '#platform/web/call.ts';
import { failureText } from '#platform/web/failure-handler.ts';
import { language, useText } from '#platform/web/i18n.ts';
import type { PublicChannel } from '../../contract.ts';
import { leaveWord } from './api.ts';
import { inLanguage } from './wording.ts';

const HOUR_MIN = 60;
const DAY_MIN = 1_440;

/** In the visitor's words: in 20 minutes, in 3 hours, tomorrow. */
function whenOf(minutes: number): string {
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  if (minutes < HOUR_MIN) return format.format(minutes, 'minute');
  return minutes < DAY_MIN
    ? format.format(Math.ceil(minutes / HOUR_MIN), 'hour')
    : format.format(Math.ceil(minutes / DAY_MIN), 'day');
}

/** For messages while nobody is there. */
export function OfflineForm({ channel, token }: { channel: PublicChannel; token: string }) {
  const t = useText();
  const [word, setWord] = useState({ name: '', email: '', text: '' });
  const [state, setState] = useState<{ sent: boolean; problem: string }>({ sent: false, problem: '' });
  if (state.sent)
    return (
      <div className="vis-form" role="status">
        <p>{t('chat-channels.visitor.left')}</p>
      </div>
    );
  const send = async () => {
    try {
      await call(leaveWord, { token, ...word });
      setState({ sent: true, problem: '' });
    } catch (error) {
      setState({ sent: false, problem: failureText(error) });
    }
  };
  return (
    <form
      className="vis-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h2>{t(channel.open ? 'chat-channels.visitor.nobodyHead' : 'chat-channels.visitor.offlineHead')}</h2>
      <p>
        {inLanguage(channel.offline) || t('chat-channels.visitor.offlineAsk')}{' '}
        {!channel.open &&
          channel.opens_in !== null &&
          t('chat-channels.visitor.opensIn', { when: whenOf(channel.opens_in) })}
      </p>
      <label>
        <span>{t('chat-channels.visitor.name')}</span>
        <input
          required
          maxLength={200}
          autoComplete="name"
          value={word.name}
          onChange={(event) => setWord({ ...word, name: event.currentTarget.value })}
        />
      </label>
      <label>
        <span>{t('chat-channels.visitor.email')}</span>
        <input
          required
          type="email"
          maxLength={254}
          autoComplete="email"
          value={word.email}
          onChange={(event) => setWord({ ...word, email: event.currentTarget.value })}
        />
      </label>
      <label>
        <span>{t('chat-channels.visitor.message')}</span>
        <textarea
          required
          rows={3}
          maxLength={4_000}
          value={word.text}
          onChange={(event) => setWord({ ...word, text: event.currentTarget.value })}
        />
      </label>
      <p role="alert" className="vis-problem">
        {state.problem}
      </p>
      <button type="submit" className="vis-go">
        {t('chat-channels.visitor.leave')}
      </button>
    </form>
  );
}
