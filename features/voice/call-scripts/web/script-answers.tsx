import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { scriptsApi } from '../contract.ts';
import { answerText } from './answer-text.ts';
import './call-scripts.css';

/** What was answered in a call, as it was asked; nothing where nothing was. */
export default function ScriptAnswers({ callId }: { callId: string }) {
  const t = useText();
  const { data } = useEndpoint(scriptsApi.answers, { callId }, { handlesFailures: true });
  if (!data || data.length === 0) return null;
  return (
    <section className="record-part" aria-label={t('scripts.answers')}>
      <h3>{t('scripts.answers')}</h3>
      <dl className="script-answers">
        {data.map(({ question, kind, answer, isLeft, author }, at) => (
          <div key={at} data-left={isLeft || undefined}>
            <dt>{question}</dt>
            <dd>
              {answerText(t, kind, answer)}{' '}
              <small>
                {author}
                {isLeft && ` · ${t('scripts.answerLeft')}`}
              </small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
