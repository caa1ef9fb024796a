import { useState } from 'react';
import { call } from '#platform/web/call.ts';
import { failureText } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { rate } from './api.ts';

/** How it was: one to five, with a word if the visitor likes. */
export function Rating({ token, rated }: { token: string; rated: number | null }) {
  const t = useText();
  const [stars, setStars] = useState(0);
  const [note, setNote] = useState('');
  const [answerText, setAnswerText] = useState('');
  if (rated !== null || answerText)
    return (
      <p className="vis-event" role="status">
        {answerText || t('chat-channels.visitor.rated')}
      </p>
    );
  const send = async () => {
    try {
      await call(rate, { token, rating: stars, note });
      setAnswerText(t('chat-channels.visitor.rated'));
    } catch (error) {
      setAnswerText(failureText(error));
    }
  };
  return (
    <form
      className="vis-rate"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <fieldset>
        <legend>{t('chat-channels.visitor.rate')}</legend>
        {[1, 2, 3, 4, 5].map((count) => (
          <label key={count} className={count <= stars ? 'vis-on' : ''}>
            <input
              type="radio"
              name="stars"
              value={count}
              checked={stars === count}
              onChange={() => setStars(count)}
              aria-label={t('chat-channels.visitor.stars', { count })}
            />
            ★
          </label>
        ))}
      </fieldset>
      {stars > 0 && (
        <div className="vis-row">
          <input
            value={note}
            maxLength={1_000}
            placeholder={t('chat-channels.visitor.rateNote')}
            aria-label={t('chat-channels.visitor.rateNote')}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <button type="submit" className="vis-go">
            {t('chat-channels.visitor.send')}
          </button>
        </div>
      )}
    </form>
  );
}
