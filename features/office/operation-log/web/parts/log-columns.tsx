import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import type { LogEntry } from '../../contract.ts';

/** How an entry went: nothing special, or refused with its code. */
export function Outcome({ outcome }: Pick<LogEntry, 'outcome'>) {
  const t = useText();
  return outcome === 0 ? (
    <Badge tone="green" look="dot">
      {t('operation-log.done')}
    </Badge>
  ) : (
    <Badge tone="red" look="dot">
      {t('operation-log.refusedWith', { code: String(outcome) })}
    </Badge>
  );
}

/** The columns of the log. */
export function useLogColumns(): Column<LogEntry>[] {
  const t = useText();
  const format = useFormat();
  return [
    { id: 'at', header: t('operation-log.column.at'), width: 190, cell: ({ at }) => format.exact(at) },
    { id: 'who', header: t('operation-log.column.who'), width: 140, cell: ({ userName }) => userName },
    {
      id: 'action',
      header: t('operation-log.column.action'),
      required: true,
      card: 'title',
      cell: ({ actionName, moduleName }) => (
        <>
          <b className="log-action">{actionName}</b>
          <span className="log-module">{moduleName}</span>
        </>
      ),
    },
    {
      id: 'target',
      header: t('operation-log.column.target'),
      width: 200,
      cell: ({ target }) => <span className="log-target">{target ?? '–'}</span>,
    },
    {
      id: 'outcome',
      header: t('operation-log.column.outcome'),
      width: 130,
      cell: ({ outcome }) => <Outcome outcome={outcome} />,
    },
    { id: 'address', header: t('operation-log.column.address'), width: 140, cell: ({ address }) => address || '–' },
  ];
}
