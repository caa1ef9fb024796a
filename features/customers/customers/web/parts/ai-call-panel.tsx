import { Suspense, useState, type ReactNode } from 'react';
import { shortClock } from '#core/phone/call-clock.ts';
import { callRecordings, callRecords } from '#features/voice/call-records/web/index.ts';
import { lazily } from '#platform/web/feature.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import '#platform/web/ui/fact-list.css';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { customersApi, type CallBotDetail } from '../../contract.ts';
import { AiCallOutcome } from './ai-call-columns.tsx';
import './ai-call-panel.css';

const Recordings = lazily(callRecords, callRecordings);

/** [CDP-05] One call of an AI agent with the customer, beside the list: what came of it and what was said. */
export default function AiCallPanel({ callId, onClose }: { callId: string | null; onClose: () => void }) {
  const t = useText();
  // The last one stays drawn while the panel fades out.
  const [drawnId, setDrawnId] = useState(callId);
  if (callId !== null && callId !== drawnId) setDrawnId(callId);
  const { data, error, refetch } = useEndpoint(
    customersApi.callBotDetail,
    { call_id: drawnId ?? '' },
    { handlesFailures: true, enabled: drawnId !== null },
  );
  return (
    <SidePanel opened={callId !== null} size={560} title={t('customers.kind.ai')} onClose={onClose}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Detail call={data} />
      ) : (
        <LoadingLines lines={8} />
      )}
    </SidePanel>
  );
}

function Detail({ call }: { call: CallBotDetail }) {
  const t = useText();
  const can = useCan();
  const format = useFormat();
  const fact = (name: string, value: ReactNode) => (
    <div>
      <dt>{name}</dt>
      <dd>{value || '–'}</dd>
    </div>
  );
  return (
    <div className="ai-call">
      <dl className="fact-list">
        {fact(t('customers.aiCalls.result'), <AiCallOutcome {...call} />)}
        {fact(t('customers.aiCalls.flow'), call.flowName)}
        {fact(
          t('customers.aiCalls.startTime'),
          `${format.exact(call.startTime)} · ${shortClock(call.duration * 1_000)}`,
        )}
        {call.userName && fact(t('customers.aiCalls.handedTo'), call.userName)}
      </dl>
      {call.hasRecording && can('call-records.use') && (
        <Suspense fallback={<LoadingLines />}>
          <Recordings callId={call.callId} />
        </Suspense>
      )}
      <section aria-label={t('customers.aiCalls.conversation')}>
        <h3>{t('customers.aiCalls.conversation')}</h3>
        {call.conversation.length === 0 ? (
          <p>{t('customers.talk.nothingSaid')}</p>
        ) : (
          <ol className="ai-call-words">
            {call.conversation.map(({ by, text, at }, place) => (
              <li key={place} data-by={by}>
                <small title={format.dateTime(at)}>{t(`customers.talk.${by}`)}</small>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  );
}
