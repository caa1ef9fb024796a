import { spokenNumber } from '#core/phone/spoken-number.ts';
import type { Format } from '#platform/web/format.ts';
import type { useText } from '#platform/web/i18n.ts';
import type { Column } from '#platform/web/ui/table/column.ts';
import type { CallRecord } from '../../contract.ts';
import { DASH, time } from './record-figures.tsx';

const seldom = { hidden: true, card: 'none' } as const;

/** The columns a few people need. */
export const seldomColumns = (t: ReturnType<typeof useText>, format: Format): Column<CallRecord>[] => [
  {
    id: 'callingNumber',
    header: t('call-records.column.callingNumber'),
    width: 130,
    ...seldom,
    cell: ({ callingNumber }) => spokenNumber(callingNumber) || DASH,
  },
  {
    id: 'ringSec',
    header: t('call-records.list.rang'),
    width: 84,
    ...seldom,
    align: 'end',
    cell: ({ ringSec }) => time(ringSec),
  },
  {
    id: 'holdSec',
    header: t('call-records.list.held'),
    width: 84,
    ...seldom,
    align: 'end',
    cell: ({ holdSec }) => time(holdSec),
  },
  {
    id: 'duration',
    header: t('call-records.list.lasted'),
    width: 100,
    ...seldom,
    align: 'end',
    cell: ({ duration: seconds }) => time(seconds),
  },
  {
    id: 'endTime',
    header: t('call-records.column.endTime'),
    width: 168,
    ...seldom,
    cell: ({ endTime }) => format.exact(endTime),
  },
  {
    id: 'taskName',
    header: t('call-records.column.taskName'),
    width: 120,
    ...seldom,
    cell: ({ taskName }) => taskName || DASH,
  },
  {
    id: 'remark',
    header: t('call-records.column.remark'),
    width: 200,
    ...seldom,
    cell: ({ remark }) => remark || DASH,
  },
  {
    id: 'callId',
    header: t('call-records.column.callId'),
    width: 200,
    ...seldom,
    cell: ({ callId }) => callId,
  },
];
