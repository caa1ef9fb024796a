import { ActionIcon, Group } from '@mantine/core';
import { Copy, Download, Pencil, Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge, codeLabel } from '#platform/web/ui/code-badge.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { FlowRow, FlowStatus } from '../../contract.ts';

const tones: Record<FlowStatus, 'grey' | 'green' | 'warning'> = {
  draft: 'grey',
  published: 'green',
  changed: 'warning',
};

const only = (deed: () => void) => (event: MouseEvent) => {
  event.stopPropagation();
  deed();
};

/** The one it begins with, and how many more it speaks. */
function Languages({ languages }: Pick<FlowRow, 'languages'>) {
  const format = useFormat();
  const names = languages.map((one) => codeLabel(CustomerLanguage, one));
  return (
    <span title={format.list(names)}>
      {names[0]}
      {names.length > 1 && (
        <small>
          {' '}
          +{names.length - 1}
          <span className="visually-hidden">, {format.list(names.slice(1))}</span>
        </small>
      )}
    </span>
  );
}

interface Deeds {
  mayEdit: boolean;
  onRename(row: FlowRow): void;
  onDelete(row: FlowRow): void;
  onDuplicate(row: FlowRow): void;
  onExport(row: FlowRow): void;
}

export function useFlowColumns({ mayEdit, onRename, onDelete, onDuplicate, onExport }: Deeds): Column<FlowRow>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('flows.column.name'),
      required: true,
      card: 'title',
      width: 216,
      cell: ({ name, remark }) => (
        <span>
          <b>{name}</b>
          {remark && (
            <>
              {' '}
              <small>{remark}</small>
            </>
          )}
        </span>
      ),
    },
    {
      id: 'status',
      header: t('flows.status'),
      width: 150,
      cell: ({ status }) => (
        <Badge look="dot" tone={tones[status]}>
          {t(`flows.status.${status}`)}
        </Badge>
      ),
    },
    {
      id: 'version',
      header: t('flows.column.version'),
      width: 80,
      align: 'end',
      cell: ({ publishedVersion }) => (publishedVersion === null ? '–' : String(publishedVersion)),
    },
    {
      id: 'nodes',
      header: t('flows.column.nodes'),
      width: 80,
      align: 'end',
      cell: ({ nodes }) => format.number(nodes),
    },
    {
      id: 'languages',
      header: t('flows.languages'),
      width: 130,
      cell: ({ languages }) => <Languages languages={languages} />,
    },
    { id: 'changed', header: t('flows.column.changed'), width: 160, cell: ({ draftAt }) => format.dateTime(draftAt) },
    { id: 'changedBy', header: t('flows.column.changedBy'), width: 130, cell: ({ draftBy }) => draftBy || '–' },
    {
      id: 'deeds',
      header: '',
      required: true,
      width: 152,
      align: 'end',
      cell: (row) => (
        <Group gap={0} wrap="nowrap" justify="flex-end">
          {mayEdit && (
            <ActionIcon
              data-hint={t('flows.rename')}
              aria-label={t('flows.renameNamed', { name: row.name })}
              onClick={only(() => onRename(row))}
            >
              <Pencil size={15} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon
            data-hint={t('flows.export')}
            aria-label={t('flows.exportNamed', { name: row.name })}
            onClick={only(() => onExport(row))}
          >
            <Download size={15} aria-hidden />
          </ActionIcon>
          {mayEdit && (
            <ActionIcon
              data-hint={t('flows.duplicate')}
              aria-label={t('flows.duplicateNamed', { name: row.name })}
              onClick={only(() => onDuplicate(row))}
            >
              <Copy size={15} aria-hidden />
            </ActionIcon>
          )}
          {mayEdit && (
            <ActionIcon
              data-hint={t('ui.delete')}
              aria-label={t('flows.deleteNamed', { name: row.name })}
              onClick={only(() => onDelete(row))}
            >
              <Trash2 size={15} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ),
    },
  ];
}
