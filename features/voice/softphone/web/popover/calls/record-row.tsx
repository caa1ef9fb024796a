import { ActionIcon } from '@mantine/core';
import { Phone } from 'lucide-react';
import { shortClock } from '#core/phone/call-clock.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { barsOfMos } from '#core/quality/narrow-band-mos.ts';
import type { CallRecord } from '#features/voice/call-records/contract.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { callIcons } from '#platform/web/ui/call-icons.ts';
import { Flag } from '#platform/web/ui/flag.tsx';
import { SignalMeter } from '../call/signal-meter.tsx';

/** A call of the past in the phone: whom, when, how long, how it sounded, and calling back where that is possible. */
export function RecordRow({ record, onCallBack }: { record: CallRecord; onCallBack: (record: CallRecord) => void }) {
  const t = useText();
  const format = useFormat();
  const { icon: Icon, tone } = callIcons[record.callIcon];
  const number =
    spokenNumber(record.displayNumber) || t(record.fromChat ? 'softphone.call.fromChat' : 'softphone.calls.unknown');
  const title = record.customerName || number;
  const bars = barsOfMos(record.mos);
  return (
    <li className="record-row">
      <span className="record-icon" data-tone={tone} data-hint={record.statusName}>
        <Icon size={15} aria-hidden />
        <span className="visually-hidden">{record.statusName}</span>
      </span>
      <span className="record-words">
        <b>{title}</b>
        <time>{format.recent(record.startTime)}</time>
        <small>
          <Flag iso2={record.country} />
          {record.customerName && <span>{number}</span>}
          {record.answerTime ? (
            <span className="figures">{shortClock(record.callDuration * 1_000)}</span>
          ) : (
            <span>{record.statusName}</span>
          )}
          {record.mos !== null && bars !== null && <SignalMeter mos={record.mos} bars={bars} />}
        </small>
      </span>
      {record.canCallback && (
        <ActionIcon
          variant="light"
          color="green"
          size={30}
          aria-label={t('softphone.calls.callBack', { who: title })}
          data-hint={t('softphone.calls.callBackHint')}
          onClick={() => onCallBack(record)}
        >
          <Phone size={15} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
