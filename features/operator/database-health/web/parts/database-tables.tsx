import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable, type TableAnswer } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import type { DatabaseTable } from '../../contract.ts';
import { healthTones } from './health-tones.ts';

const filters = { name: '' } as const;

/** Every table: those in trouble first, then the biggest. */
export function DatabaseTables({ tables }: { tables: readonly DatabaseTable[] }) {
  const t = useText();
  const state = useTableState('database-health', { filters });
  const wanted = state.filters.name.trim().toLowerCase();
  const found = tables.filter(({ name }) => name.includes(wanted));
  const answer: TableAnswer<DatabaseTable> = {
    data: { list: found.slice((state.page - 1) * state.size, state.page * state.size), total: found.length },
    isPending: false,
    isFetching: false,
    isError: false,
    error: null,
    refetch: () => {},
  };
  return (
    <DataTable
      label={t('database-health.tables')}
      state={state}
      columns={useTableColumns()}
      answer={answer}
      rowId={({ name }) => name}
      filters={
        <SearchField
          label={t('database-health.search')}
          value={state.filters.name}
          onChange={(name) => state.setFilters({ name })}
        />
      }
      empty={{ title: t('database-health.noTables') }}
    />
  );
}

function useTableColumns(): Column<DatabaseTable>[] {
  const t = useText();
  const format = useFormat();
  const number = (
    id: 'rows' | 'deadRows' | 'transactionAge' | 'sequentialScans',
    more: Partial<Column<DatabaseTable>> = {},
  ): Column<DatabaseTable> => ({
    id,
    header: t(`database-health.column.${id}`),
    align: 'end',
    width: 120,
    cell: (table) => <span className="figures">{format.number(table[id])}</span>,
    ...more,
  });
  return [
    {
      id: 'name',
      header: t('database-health.column.name'),
      required: true,
      card: 'title',
      cell: ({ name, grows }) => (
        <span className="database-named">
          <b>{name}</b>
          {grows && <small>{t('database-health.grows')}</small>}
        </span>
      ),
    },
    {
      id: 'standing',
      header: t('database-health.column.standing'),
      required: true,
      width: 130,
      cell: ({ standing }) => (
        <Badge look="dot" tone={healthTones[standing]}>
          {t(`database-health.standing.${standing}`)}
        </Badge>
      ),
    },
    number('rows'),
    number('deadRows'),
    {
      id: 'size',
      header: t('database-health.column.size'),
      align: 'end',
      width: 190,
      cell: ({ bytes, indexBytes }) => (
        <span className="figures">
          {t('database-health.sizes', { rows: format.bytes(bytes), indexes: format.bytes(indexBytes) })}
        </span>
      ),
    },
    {
      id: 'bloatBytes',
      header: t('database-health.column.bloat'),
      align: 'end',
      width: 120,
      wide: true,
      cell: ({ bloatBytes }) => <span className="figures">{format.bytes(bloatBytes)}</span>,
    },
    {
      id: 'vacuumedAt',
      header: t('database-health.column.vacuumedAt'),
      width: 140,
      cell: ({ vacuumedAt }) => (vacuumedAt ? format.relative(vacuumedAt) : t('database-health.never')),
    },
    {
      id: 'analyzedAt',
      header: t('database-health.column.analyzedAt'),
      width: 140,
      wide: true,
      cell: ({ analyzedAt }) => (analyzedAt ? format.relative(analyzedAt) : t('database-health.never')),
    },
    number('sequentialScans', { hidden: true }),
    number('transactionAge', { hidden: true }),
  ];
}
