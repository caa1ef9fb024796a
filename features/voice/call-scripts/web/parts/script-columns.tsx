import { ActionIcon, Group } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import type { Script } from '../../contract.ts';

/** A click on a button in a row is not a click on the row. */
const only = (deed: () => void) => (event: MouseEvent) => {
  event.stopPropagation();
  deed();
};

/** The columns of the list; without deeds for those who may only read. */
export function useScriptColumns(
  deeds: { onEdit: (row: Script) => void; onDelete: (row: Script) => void } | null,
): Column<Script>[] {
  const t = useText();
  const format = useFormat();
  const boundTo = ({ groupNames, numbers }: Script) =>
    groupNames.length + numbers.length === 0 ? t('scripts.everyCall') : format.list([...groupNames, ...numbers]);
  return [
    {
      id: 'name',
      header: t('scripts.field.name'),
      required: true,
      card: 'title',
      width: 220,
      cell: ({ name }) => <b>{name}</b>,
    },
    {
      id: 'direction',
      header: t('scripts.field.direction'),
      width: 130,
      cell: ({ direction }) => t(`scripts.direction.${direction}`),
    },
    { id: 'bound', header: t('scripts.column.bound'), width: 240, cell: boundTo },
    {
      id: 'enabled',
      header: t('scripts.field.enabled'),
      width: 110,
      cell: ({ enabled }) => (
        <Badge look="dot" tone={enabled ? 'green' : 'grey'}>
          {t(enabled ? 'scripts.on' : 'scripts.off')}
        </Badge>
      ),
    },
    {
      id: 'updated',
      header: t('scripts.column.updated'),
      width: 190,
      cell: ({ updatedAt, updatedBy }) => [format.dateTime(updatedAt), updatedBy].filter(Boolean).join(' · '),
    },
    ...(deeds === null
      ? []
      : [
          {
            id: 'deeds',
            header: '',
            required: true,
            width: 104,
            align: 'end' as const,
            cell: (row: Script) => (
              <Group gap={0} wrap="nowrap" justify="flex-end">
                <ActionIcon
                  data-hint={t('ui.edit')}
                  aria-label={t('scripts.editNamed', { name: row.name })}
                  onClick={only(() => deeds.onEdit(row))}
                >
                  <Pencil size={15} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  data-hint={t('ui.delete')}
                  aria-label={t('scripts.deleteNamed', { name: row.name })}
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
