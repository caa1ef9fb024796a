import { useState } from 'react';
import { call } from '#platform/web/call.ts';
import { failureText } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { transcript } from './api.ts';

/** Has the conversation mailed to the visitor. An address nobody vouched for is proven first, by a code that is sent there. */
export function TranscriptForm({ token }: { token: string }) {
  const t = useText();
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const [answerText, setAnswerText] = useState('');
  const send = async () => {
    try {
      const sent = await call(transcript, { token, email, ...(needsCode ? { code: code.trim() } : {}) });
      setNeedsCode(sent.needs_code);
      setAnswerText(
        t(sent.needs_code ? 'chat-channels.visitor.transcriptCodeSent' : 'chat-channels.visitor.transcriptSent', {
          email,
        }),
      );
    } catch (error) {
      setAnswerText(failureText(error));
    }
  };
  return (
    <form
      className="vis-menu"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label>
        {t('chat-channels.visitor.email')}
        <input
          type="email"
          required
          autoFocus
          value={email}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            setNeedsCode(false);
          }}
        />
      </label>
      {needsCode && (
        <label>
          {t('chat-channels.visitor.transcriptCode')}
          <input
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="\d{6}"
            required
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        </label>
      )}
      <button type="submit" className="vis-go">
        {t('chat-channels.visitor.transcript')}
      </button>
      <p role="status">{answerText}</p>
    </form>
  );
}
