import { ActionIcon, Button } from '@mantine/core';
import { PhoneCall, X } from 'lucide-react';
import { Suspense } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { BlockNumber } from '#features/voice/blacklist/web/index.ts';
import { useCallBack } from '#features/voice/softphone/web/index.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCan } from '#platform/web/viewer.ts';
import type { CustomerHistory } from '../use-history.ts';
import { CountryLetters } from './country-letters.tsx';

/** A call of before that was opened: who it was, and calling back. */
export function RecordCard({
  history: { own, isLoading, error, retry },
  onClose,
}: {
  history: CustomerHistory;
  onClose: () => void;
}) {
  const t = useText();
  const format = useFormat();
  const can = useCan();
  const callBack = useCallBack();
  if (!own)
    return isLoading ? (
      <LoadingLines />
    ) : (
      <ErrorState error={error} onRetry={retry} title={t('workbench.recordGone')} />
    );
  const number = own.fromChat ? t('workbench.fromChat') : spokenNumber(own.displayNumber || own.number);
  return (
    <article className="bench-record" aria-label={t('workbench.openedCall')}>
      <header>
        <CodeBadge table={CallOutcome} code={own.status} look="tag" />
        <small>{format.dateTime(own.startTime)}</small>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('workbench.close')}
          data-hint={t('workbench.close')}
          onClick={onClose}
        >
          <X size={16} aria-hidden />
        </ActionIcon>
      </header>
      <h2>{own.customerName || number || t('workbench.unknownNumber')}</h2>
      <p>
        <CountryLetters iso2={own.country} />
        {own.customerName && <b className="figures">{number}</b>}
        {own.groupName && <span>{own.groupName}</span>}
      </p>
      {own.canCallback && (
        <div className="bench-actions">
          <Button color="green" leftSection={<PhoneCall size={16} aria-hidden />} onClick={() => callBack(own)}>
            {t('workbench.callBack')}
          </Button>
          {can('blacklist.use') && (
            <Suspense fallback={null}>
              <BlockNumber callId={own.callId} />
            </Suspense>
          )}
        </div>
      )}
    </article>
  );
}
