import { ActionIcon } from '@mantine/core';
import { X } from 'lucide-react';
import { useState } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import type { LiveCall } from '#features/voice/calls/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import './consulting.css';

/** Whoever was to get the call does not have it: who, why, and that the customer is here. Until it is read, or tried again. */
export function TransferFailure({
  failed: { to, toUserId, why },
}: {
  failed: NonNullable<LiveCall['failedTransfer']>;
}) {
  const t = useText();
  const [isRead, setRead] = useState(false);
  if (isRead) return null;
  const who = toUserId === null ? spokenNumber(to) : to;
  return (
    <div className="failed-transfer" role="status">
      <p>{t(`softphone.transfer.failed.${why}`, { who })}</p>
      <ActionIcon size={26} aria-label={t('softphone.transfer.failedRead')} onClick={() => setRead(true)}>
        <X size={14} aria-hidden />
      </ActionIcon>
    </div>
  );
}
