import { ActionIcon } from '@mantine/core';
import { ArrowLeftRight, Phone, PhoneCall, PhoneIncoming, PhoneMissed, PhoneOff, PhoneOutgoing, Voicemail, type LucideIcon } from 'lucide-react';
import type { CallIcon, CallRecord } from '#features/call-records/contract.ts';
import type { Tone } from '#shared/codes.ts';
import { flagOf } from '#shared/countries.ts';
import { duration, useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { spokenNumber } from '../spoken-number.ts';

const icons: Record<CallIcon, { icon: LucideIcon; tone: Tone }> = {
  in: { icon: PhoneIncoming, tone: 'green' },
  inMissed: { icon: PhoneMissed, tone: 'red' },
  out: { icon: PhoneOutgoing, tone: 'blue' },
  outFailed: { icon: PhoneOff, tone: 'warning' },
  internal: { icon: ArrowLeftRight, tone: 'grey' },
  internalMissed: { icon: ArrowLeftRight, tone: 'red' },
  voicemail: { icon: Voicemail, tone: 'violet' },
  lasting: { icon: PhoneCall, tone: 'blue' },
};

/** A call of the past in the phone: whom, when, how long, how it sounded, and calling back where that is possible. */
export function RecordRow({ record, onCallBack }: { record: CallRecord; onCallBack: (record: CallRecord) => void }) {
  const t = useText();
  const format = useFormat();
  const { icon: Icon, tone } = icons[record.callIcon];
  const number = spokenNumber(record.displayNumber, '') || t('softphone.calls.unknown');
  const title = record.customerName || number;
  return (
    <li className="record-row">
      <span className="record-icon" data-tone={tone} data-hint={record.statusName}><Icon size={15} aria-hidden /><span className="visually-hidden">{record.statusName}</span></span>
      <span className="record-words">
        <b>{title}</b>
        <small>
          {/^[A-Z]{2}$/i.test(record.country) && <span className="flag" role="img" aria-label={record.country}>{flagOf(record.country)}</span>}
          {record.customerName && <span>{number}</span>}
          <span>{format.recent(record.startTime)}</span>
          {record.answerTime && <span className="figures">{duration(record.callDuration)}</span>}
          {record.mos !== null && <span>MOS {format.number(record.mos, 1)}</span>}
        </small>
      </span>
      {record.canCallback && (
        <ActionIcon variant="light" color="green" size={30} aria-label={t('softphone.calls.callBack', { who: title })} data-hint={t('softphone.calls.callBackHint')} onClick={() => onCallBack(record)}><Phone size={15} aria-hidden /></ActionIcon>
      )}
    </li>
  );
}
