import { ActionIcon, Group } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import type { AllocationRule } from '../../contract.ts';

/** A click on a button in a row is not a click on the row. */
const only = (deed: () => void) => (event: MouseEvent) => {
  event.stopPropagation();
  deed();
};

/** The columns of the rules; without deeds for those who may only read. */
export function useRuleColumns(
  deeds: { onEdit: (row: AllocationRule) => void; onDelete: (row: AllocationRule) => void } | null,
): Column<AllocationRule>[] {
  const t = useText();
  const named = ({ priority, goalName }: AllocationRule) => ({ priority, name: goalName });
  return [
    {
      id: 'priority',
      header: t('flow-allocation.column.priority'),
      required: true,
      width: 90,
      align: 'end',
      cell: ({ priority }) => <span className="figures">{priority}</span>,
    },
    {
      id: 'number',
      header: t('flow-allocation.column.number'),
      width: 170,
      cell: ({ didNumber }) =>
        didNumber ? <span className="figures">{spokenNumber(didNumber)}</span> : t('flow-allocation.anyNumber'),
    },
    {
      id: 'caller',
      header: t('flow-allocation.column.caller'),
      width: 150,
      cell: ({ callerPrefix }) =>
        callerPrefix ? <span className="figures">{callerPrefix}…</span> : t('flow-allocation.anyCaller'),
    },
    {
      id: 'hours',
      header: t('flow-allocation.column.hours'),
      width: 160,
      cell: ({ hours, calendarName }) =>
        [t(`flow-allocation.hours.${hours}`), calendarName].filter(Boolean).join(' · '),
    },
    {
      id: 'goal',
      header: t('flow-allocation.column.goal'),
      required: true,
      card: 'title',
      cell: ({ goal, goalName, isReady }) => (
        <>
          {t(`flow-allocation.goal.${goal.kind}`)}: <b>{goalName}</b>
          {!isReady && (
            <>
              {' '}
              <Badge tone="warning">{t('flow-allocation.notReady')}</Badge>
            </>
          )}
        </>
      ),
    },
    {
      id: 'enabled',
      header: t('flow-allocation.column.enabled'),
      width: 84,
      cell: ({ enabled }) => (
        <Badge look="dot" tone={enabled ? 'green' : 'grey'}>
          {t(enabled ? 'flow-allocation.yes' : 'flow-allocation.no')}
        </Badge>
      ),
    },
    { id: 'remark', header: t('flow-allocation.column.remark'), width: 170, cell: ({ remark }) => remark || '–' },
    ...(deeds === null
      ? []
      : [
          {
            id: 'deeds',
            header: '',
            required: true,
            width: 104,
            align: 'end' as const,
            cell: (row: AllocationRule) => (
              <Group gap={0} wrap="nowrap" justify="flex-end">
                <ActionIcon
                  data-hint={t('ui.edit')}
                  aria-label={t('flow-allocation.editNamed', named(row))}
                  onClick={only(() => deeds.onEdit(row))}
                >
                  <Pencil size={15} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  data-hint={t('ui.delete')}
                  aria-label={t('flow-allocation.deleteNamed', named(row))}
                  onClick={only(() => deeds.onDelete(row))}
                >
                  <Trash2 size={15} aria-hidden />
                </ActionIcon>
              </Group>
            ),
          },
        ]),
  ];
}
