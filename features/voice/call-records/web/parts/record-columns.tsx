import { Mic } from 'lucide-react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useCallBack, usePhoneDesk } from '#features/voice/softphone/web/index.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { NamedFlag } from '#platform/web/ui/flag.tsx';
import { NumberButton } from '#platform/web/ui/number-button.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import type { CallRecord } from '../../contract.ts';
import { DASH, time } from './record-figures.tsx';
import { DirectionMark, MosBars } from './record-marks.tsx';
import { seldomColumns } from './seldom-columns.tsx';

/** Whom the call was with: a name if there is one, and the number as the reader may see it. */
export function WithWhom({ record }: { record: CallRecord }) {
  const t = useText();
  const callBack = useCallBack();
  const hasPhone = usePhoneDesk() !== null;
  const shown =
    spokenNumber(record.displayNumber) ||
    t(record.fromChat ? 'call-records.list.fromChat' : 'call-records.list.unknown');
  const number = <NumberButton shown={shown} onCall={hasPhone && record.canCallback ? () => callBack(record) : null} />;
  return (
    <span className="with-whom">
      <DirectionMark callIcon={record.callIcon} />
      <span>
        <b>{record.customerName || number}</b>
        <small>
          <NamedFlag iso2={record.country} />
          {record.customerName && number}
        </small>
      </span>
    </span>
  );
}

/** What became of it; a call nobody took that was called back is no longer a worry. */
function Outcome({ record }: { record: CallRecord }) {
  const t = useText();
  return (
    <span className="record-outcome">
      <CodeBadge table={CallOutcome} code={record.status} />
      {record.postCallBack && <small>{t('call-records.list.calledBack')}</small>}
    </span>
  );
}

function RecordingMark({ hasRecording }: Pick<CallRecord, 'hasRecording'>) {
  const t = useText();
  if (!hasRecording) return <span aria-hidden>{DASH}</span>;
  const name = t('call-records.list.hasRecording');
  return (
    <span className="recording-mark" role="img" aria-label={name} data-hint={name}>
      <Mic size={15} aria-hidden />
    </span>
  );
}

/** The columns of the list; those a few people need are hidden until asked for. */
export function useRecordColumns(): Column<CallRecord>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'customer',
      header: t('call-records.list.customer'),
      required: true,
      card: 'title',
      cell: (record) => <WithWhom record={record} />,
    },
    {
      id: 'startTime',
      header: t('call-records.list.began'),
      width: 168,
      cell: ({ startTime }) => <span className="figures">{format.exact(startTime)}</span>,
    },
    {
      id: 'status',
      header: t('call-records.column.status'),
      width: 172,
      cell: (record) => <Outcome record={record} />,
    },
    { id: 'userName', header: t('call-records.column.userName'), width: 120, cell: ({ userName }) => userName || DASH },
    {
      id: 'groupName',
      header: t('call-records.column.groupName'),
      width: 110,
      card: 'none',
      cell: ({ groupName }) => groupName || DASH,
    },
    {
      id: 'queueSec',
      header: t('call-records.list.waited'),
      width: 84,
      card: 'none',
      align: 'end',
      cell: ({ queueSec }) => time(queueSec),
    },
    {
      id: 'callDuration',
      header: t('call-records.list.talked'),
      width: 84,
      align: 'end',
      cell: ({ callDuration, answerTime }) => time(callDuration, answerTime !== null),
    },
    {
      id: 'mos',
      header: t('call-records.list.quality'),
      width: 84,
      card: 'none',
      cell: ({ mos }) => <MosBars mos={mos} />,
    },
    {
      id: 'hasRecording',
      header: t('call-records.list.recording'),
      width: 84,
      cell: ({ hasRecording }) => <RecordingMark hasRecording={hasRecording} />,
    },
    ...seldomColumns(t, format),
  ];
}
