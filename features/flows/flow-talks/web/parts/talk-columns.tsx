import { shortClock } from '#core/phone/call-clock.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge, CodeBadge } from '#platform/web/ui/code-badge.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import type { AiCall } from '../../contract.ts';

const DASH = '–';

/** What came of it, or that it goes on. */
export function TalkResult({ result }: Pick<AiCall, 'result'>) {
  const t = useText();
  return result === null ? (
    <Badge look="dot" tone="blue">
      {t('flow-talks.goesOn')}
    </Badge>
  ) : (
    <CodeBadge table={AiCallResult} code={result} />
  );
}

/** With whom it was: the customer, their number, or who tested. */
export function TalkPartner({
  customerName,
  displayNumber,
  userName,
  isTest,
}: Pick<AiCall, 'customerName' | 'displayNumber' | 'userName' | 'isTest'>) {
  const number = displayNumber === '' ? '' : spokenNumber(displayNumber);
  const name = customerName || (isTest ? userName : '');
  return (
    <span>
      <b>{name || number || DASH}</b>
      {name && number && (
        <>
          {' '}
          <small className="figures talk-number">{number}</small>
        </>
      )}
    </span>
  );
}

/** The columns of the list. */
export function useTalkColumns(): Column<AiCall>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'customer',
      header: t('flow-talks.column.customer'),
      required: true,
      card: 'title',
      width: 196,
      cell: (talk) => <TalkPartner {...talk} />,
    },
    {
      id: 'startedAt',
      header: t('flow-talks.column.startedAt'),
      width: 182,
      cell: ({ startedAt }) => <span className="figures">{format.exact(startedAt)}</span>,
    },
    {
      id: 'flow',
      header: t('flow-talks.column.flow'),
      width: 154,
      cell: ({ flowName, flowVersion }) => (
        <span>
          {flowName}{' '}
          <small>
            {flowVersion === null ? t('flow-talks.draft') : t('flow-talks.version', { version: flowVersion })}
          </small>
        </span>
      ),
    },
    { id: 'result', header: t('flow-talks.column.result'), width: 168, cell: (talk) => <TalkResult {...talk} /> },
    {
      id: 'duration',
      header: t('flow-talks.column.duration'),
      width: 80,
      align: 'end',
      cell: ({ durationSec }) => <span className="figures">{shortClock(durationSec * 1_000)}</span>,
    },
    {
      id: 'turns',
      header: t('flow-talks.column.turns'),
      width: 68,
      align: 'end',
      card: 'none',
      cell: ({ turns }) => <span className="figures">{format.number(turns)}</span>,
    },
    {
      id: 'latency',
      header: t('flow-talks.column.latency'),
      width: 104,
      align: 'end',
      card: 'none',
      cell: ({ latencyMs }) => (
        <span className="figures">
          {latencyMs === null ? DASH : t('flow-talks.ms', { ms: format.number(latencyMs) })}
        </span>
      ),
    },
    {
      id: 'mode',
      header: t('flow-talks.column.mode'),
      width: 72,
      card: 'none',
      cell: ({ mode }) => t(`flow-talks.mode.${mode}`),
    },
    {
      id: 'ourNumber',
      header: t('flow-talks.column.ourNumber'),
      width: 136,
      card: 'none',
      cell: ({ ourNumber }) => <span className="figures">{ourNumber === '' ? DASH : spokenNumber(ourNumber)}</span>,
    },
  ];
}
