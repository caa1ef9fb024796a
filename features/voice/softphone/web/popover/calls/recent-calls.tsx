import { History } from 'lucide-react';
import { useEffect } from 'react';
import { CALL_RECORD_ADDED, callRecordsApi } from '#features/voice/call-records/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { invalidate, useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { RecordRow } from './record-row.tsx';
import { useCallBack } from './use-call-back.ts';

/** My last calls; a call that has just ended appears by itself. */
export default function RecentCalls() {
  const t = useText();
  const callBack = useCallBack();
  const { data, error, refetch } = useEndpoint(callRecordsApi.recent, {}, { staleMs: 0, handlesFailures: true });
  useEffect(() => onEvent(CALL_RECORD_ADDED, () => void invalidate(callRecordsApi.recent)), []);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines lines={6} />;
  if (data.length === 0)
    return (
      <EmptyState icon={<History size={22} />} title={t('softphone.calls.none')} hint={t('softphone.calls.noneHint')} />
    );
  return (
    <ul className="record-rows" aria-label={t('softphone.tab.recent')}>
      {data.map((record) => (
        <RecordRow key={record.callId} record={record} onCallBack={callBack} />
      ))}
    </ul>
  );
}
