import { ActionIcon } from '@mantine/core';
import { PhoneCall } from 'lucide-react';
import { useEffect } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { CALL_RECORD_ADDED, callRecordsApi, type CallRecord } from '#features/voice/call-records/contract.ts';
import { useCallBack } from '#features/voice/softphone/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { callIcons } from '#platform/web/ui/call-icons.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { invalidate, useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';

const LOOKED_THROUGH = 100;
const missed: readonly CallRecord['callIcon'][] = ['inMissed', 'voicemail'];

/** Calls of today that reached nobody though they rang here, until somebody calls back. */
export function MissedCalls({
  openedId,
  onOpen,
}: {
  openedId: string | null;
  onOpen: (callId: string | null) => void;
}) {
  const t = useText();
  const format = useFormat();
  const can = useCan();
  const me = useViewer()?.userId;
  const callBack = useCallBack();
  const may = can('call-records.use');
  const { data, error, refetch } = useEndpoint(
    callRecordsApi.page,
    { page: 1, size: LOOKED_THROUGH, direction: 'inbound' },
    { enabled: may, handlesFailures: true },
  );
  useEffect(() => onEvent(CALL_RECORD_ADDED, () => void invalidate(callRecordsApi.page)), []);
  if (!may) return null;
  // Whoever may see everybody's records is asked about their own here.
  const list = data?.list.filter(
    ({ callIcon, postCallBack, userId }) =>
      missed.includes(callIcon) && !postCallBack && (!can('call-records.view') || userId === me),
  );
  return (
    <section className="bench-part">
      <h3>
        {t('workbench.missed')}
        {list && list.length > 0 && (
          <span className="bench-count" data-tone="red">
            {format.number(list.length)}
          </span>
        )}
      </h3>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !list ? (
        <LoadingLines />
      ) : list.length === 0 ? (
        <p className="bench-quiet">{t('workbench.noMissed')}</p>
      ) : (
        <ul className="bench-rows">
          {list.map((record) => {
            const number = record.fromChat
              ? t('workbench.fromChat')
              : spokenNumber(record.displayNumber || record.number);
            const { icon: Icon, tone } = callIcons[record.callIcon];
            return (
              <li key={record.callId} data-tone={tone} data-opened={record.callId === openedId || undefined}>
                <button
                  type="button"
                  className="bench-row"
                  aria-current={record.callId === openedId || undefined}
                  onClick={() => onOpen(record.callId === openedId ? null : record.callId)}
                >
                  <Icon size={15} aria-hidden />
                  <span>
                    <b>{record.customerName || number || t('workbench.unknownNumber')}</b>
                    <small>
                      {[format.time(record.startTime), record.groupName, record.customerName && number]
                        .filter(Boolean)
                        .join(' · ')}
                    </small>
                  </span>
                </button>
                {record.canCallback && (
                  <ActionIcon
                    variant="subtle"
                    color="green"
                    aria-label={t('workbench.callBackTo', { who: record.customerName || number })}
                    data-hint={t('workbench.callBack')}
                    onClick={() => callBack(record)}
                  >
                    <PhoneCall size={16} aria-hidden />
                  </ActionIcon>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
