import type { AgentPartProps } from '#features/team/agents/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { ErrorLine, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { lineCheckApi } from '../../contract.ts';
import { SignalBarList } from './signal-bars.tsx';
import '#platform/web/ui/fact-list.css';

const DAYS = 30;

/** How an agent sounded in the last days: their calls together, and their last check of each line. */
export function AgentLines({ userId }: AgentPartProps) {
  const t = useText();
  const format = useFormat();
  const { data, error, refetch } = useEndpoint(lineCheckApi.ofAgent, { userId, days: DAYS }, { handlesFailures: true });
  return (
    <section aria-label={t('line-check.agent.title')}>
      <h3 className="fact-heading">{t('line-check.agent.title')}</h3>
      {error && !data && <ErrorLine error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingLines lines={2} />}
      {data && (
        <dl className="fact-list">
          <div>
            <dt>{t('line-check.agent.calls', { days: DAYS })}</dt>
            <dd>
              {data.calls === 0 ? (
                t('line-check.agent.none')
              ) : (
                <span className="line-fact">
                  <SignalBarList mos={data.mos} />
                  {t('line-check.agent.ofCalls', { calls: data.calls, poor: data.poor })}
                </span>
              )}
            </dd>
          </div>
          {data.checks.map(({ endPointId, name, at, mos }) => (
            <div key={endPointId}>
              <dt>{t('line-check.agent.check', { name })}</dt>
              <dd className="line-fact">
                <SignalBarList mos={mos} />
                {format.dateTime(at)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
