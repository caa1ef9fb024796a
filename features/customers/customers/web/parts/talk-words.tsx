import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { customersApi } from '../../contract.ts';

/** [CDP-05] What an AI agent and the customer said in a call. */
export function TalkWords({ callId }: { callId: string }) {
  const t = useText();
  const format = useFormat();
  const { data, error, refetch } = useEndpoint(
    customersApi.callBotDetail,
    { call_id: callId },
    { handlesFailures: true },
  );
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines lines={3} />;
  if (data.conversation.length === 0) return <p className="timeline-note">{t('customers.talk.nothingSaid')}</p>;
  return (
    <ul className="timeline-changes">
      {data.conversation.map(({ by, text, at }, place) => (
        <li key={place}>
          <b title={format.dateTime(at)}>{t(`customers.talk.${by}`)}</b> {text}
        </li>
      ))}
    </ul>
  );
}
