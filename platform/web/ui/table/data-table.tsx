import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Download } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useText } from '../../i18n.ts';
import { widths } from '../../theme/widths.ts';
import { scrolledByKey } from '../scrolled-by-key.ts';
import { EmptyState, ErrorState } from '../states.tsx';
import { Toolbar } from '../page.tsx';
import type { Column } from './column.ts';
import { ColumnMenu } from './column-menu.tsx';
import { useSelection, type RowId } from './selection.ts';
import { SkeletonCards, TableCards } from './table-cards.tsx';
import { TableFoot } from './table-foot.tsx';
import { TableHead } from './table-head.tsx';
import { inOrder, isShown, useTableLayout } from './table-layout.ts';
import { SkeletonRows, TableRows } from './table-rows.tsx';
import type { TableState } from './table-state.ts';
import './data-table.css';

/** As much of a query's result as a table reads; `useEndpoint` of a `pageOf` contract gives it. */
export interface TableAnswer<Row> {
  /** `totalCapped`: there are more than `total`, which is then as far as anybody counted. */
  data?: { list: Row[]; total: number; totalCapped?: boolean } | undefined;
  isPending: boolean;
  isFetching: boolean;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

export interface DataTableProps<Row> {
  /** What the rows are, for screen readers. */
  label: string;
  state: Pick<
    TableState,
    'id' | 'page' | 'size' | 'sort' | 'setPage' | 'setSize' | 'setSort' | 'filtered' | 'clearFilters'
  > & { filters: object };
  columns: readonly Column<Row>[];
  answer: TableAnswer<Row>;
  rowId: (row: Row) => RowId;
  onOpen?: (row: Row) => void;
  /** Filters, at the left above the table. */
  filters?: ReactNode;
  /** Buttons at the right above the table. */
  actions?: ReactNode;
  /** What can be done with the selected rows; gives the table its boxes. */
  batch?: (ids: RowId[], clear: () => void) => ReactNode;
  onExport?: () => void;
  exporting?: boolean;
  /** Said when there is nothing at all; when filters hide everything the table says so itself. */
  empty: { title: string; hint?: ReactNode; action?: ReactNode };
}

const ROW_HEIGHT = { roomy: 48, compact: 40 };

const hiddenWhenWide = <Row,>(column: Column<Row>): Column<Row> => (column.wide ? { ...column, hidden: true } : column);

/** A list from the server: pages, sorting and filters in the address, columns as the user saved them. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { state, answer, label, rowId, onOpen, batch } = props;
  const t = useText();
  const phone = useMediaQuery(widths.phone) ?? false;
  const hasLittleRoom = (useMediaQuery(widths.compact) ?? false) && !phone;
  const scroll = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useTableLayout(state.id);
  const selection = useSelection(JSON.stringify(state.filters));
  const selected = batch ? selection : undefined;
  const all = hasLittleRoom ? props.columns.map(hiddenWhenWide) : props.columns;
  const columns = inOrder(all, layout).filter((column) => isShown(column, layout));
  const rows = answer.data?.list ?? [];
  const total = answer.data?.total ?? 0;
  const pageIds = rows.map(rowId);
  const density = layout.density ?? 'roomy';
  const head = selected && {
    all: pageIds.length > 0 && pageIds.every(selection.has),
    some: pageIds.some(selection.has),
    toggle: () => selection.toggleAll(pageIds),
  };

  const tools = (
    <>
      {props.onExport && (
        <Button
          variant="default"
          leftSection={<Download size={15} aria-hidden />}
          loading={props.exporting ?? false}
          onClick={props.onExport}
        >
          {t('ui.export')}
        </Button>
      )}
      {!phone && <ColumnMenu columns={all} layout={layout} onChange={setLayout} />}
      {props.actions}
    </>
  );

  function instead(): ReactNode {
    if (answer.isError && !answer.data)
      return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />;
    if (answer.isPending || rows.length > 0) return null;
    if (total > 0 && state.page > 1)
      return (
        <EmptyState
          title={t('ui.table.pastEnd')}
          action={
            <Button variant="default" onClick={() => state.setPage(1)}>
              {t('ui.table.first')}
            </Button>
          }
        />
      );
    if (!state.filtered) return <EmptyState {...props.empty} />;
    const clear = (
      <Button variant="default" onClick={state.clearFilters}>
        {t('ui.clearFilters')}
      </Button>
    );
    return <EmptyState title={t('ui.noMatch.title')} hint={t('ui.noMatch.hint')} action={clear} />;
  }

  const notice = instead();
  // Rows take the focus where something can be done with them.
  const hasStops = rows.length > 0 && Boolean(onOpen ?? selected);
  const shared = { columns, rows, rowId, onOpen, selected };
  return (
    <>
      <Toolbar actions={tools}>{props.filters}</Toolbar>
      {selected && selection.ids.length > 0 && (
        <section className="selection-bar" aria-label={t('ui.table.selected', { count: selection.ids.length })}>
          <b>{t('ui.table.selected', { count: selection.ids.length })}</b>
          {batch?.(selection.ids, selection.clear)}
          <Button variant="subtle" size="xs" onClick={selection.clear}>
            {t('ui.table.clearSelection')}
          </Button>
        </section>
      )}
      <div
        className="table-frame"
        data-density={density}
        data-phone={phone || undefined}
        aria-busy={answer.isFetching}
        data-waiting={(answer.isFetching && !answer.isPending) || undefined}
      >
        {phone ? (
          answer.isPending ? (
            <SkeletonCards />
          ) : (
            !notice && <TableCards {...shared} label={label} />
          )
        ) : (
          <div className="table-scroll" ref={scroll} {...(hasStops ? {} : scrolledByKey(label))}>
            <table aria-label={label} aria-rowcount={total + 1}>
              <TableHead columns={columns} sort={state.sort} onSort={state.setSort} selected={head} />
              {answer.isPending ? (
                <SkeletonRows columns={columns.length} selects={Boolean(selected)} rows={Math.min(state.size, 12)} />
              ) : (
                <TableRows {...shared} rowHeight={ROW_HEIGHT[density]} scroll={scroll} />
              )}
            </table>
          </div>
        )}
        {notice}
        {!notice && answer.data && (
          <TableFoot
            state={state}
            total={total}
            capped={answer.data.totalCapped ?? false}
            onSize={(size) => {
              setLayout({ size });
              state.setSize(size);
            }}
          />
        )}
      </div>
    </>
  );
}
