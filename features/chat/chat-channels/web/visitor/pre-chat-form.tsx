import { useState } from 'react';
import { failureText } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import type { PublicChannel } from '../../contract.ts';
import { inLanguage } from './wording.ts';

const TYPES = { name: 'text', email: 'email', phone: 'tel', text: 'text' } as const;

/** What the company wants to know first. */
export function PreChatForm({
  channel,
  onDone,
}: {
  channel: PublicChannel;
  onDone: (answers: Record<string, string>) => Promise<void>;
}) {
  const t = useText();
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const set = (key: string, value: string) => setAnswers((now) => ({ ...now, [key]: value }));
  const greeting = inLanguage(channel.greeting);
  return (
    <form
      className="vis-form"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(Object.fromEntries(channel.form.map(({ key }) => [key, answers[key]?.trim() ?? '']))).catch(
          (error: unknown) => setProblem(failureText(error)),
        );
      }}
    >
      {greeting && <p>{greeting}</p>}
      {channel.form.map(({ key, kind, label, required, choices }) => (
        <label key={key}>
          <span>
            {inLanguage(label)}
            {required && <em aria-hidden> *</em>}
          </span>
          {kind === 'choice' ? (
            <select
              required={required}
              value={answers[key] ?? ''}
              onChange={(event) => set(key, event.currentTarget.value)}
            >
              <option value="">–</option>
              {choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </select>
          ) : (
            <input
              type={TYPES[kind]}
              required={required}
              maxLength={200}
              autoComplete={kind === 'text' ? 'off' : kind === 'phone' ? 'tel' : kind}
              value={answers[key] ?? ''}
              onChange={(event) => set(key, event.currentTarget.value)}
            />
          )}
        </label>
      ))}
      <p role="alert" className="vis-problem">
        {problem}
      </p>
      <button type="submit" className="vis-go">
        {t('chat-channels.visitor.begin')}
      </button>
    </form>
  );
}
