import { useMediaQuery } from '@mantine/hooks';
import { useRef, type ReactNode } from 'react';
import { widths } from '#platform/web/theme/widths.ts';
import { scrolledByKey } from '#platform/web/ui/scrolled-by-key.ts';
import type { Column } from '#platform/web/ui/table/column.ts';
import { TableCards } from '#platform/web/ui/table/table-cards.tsx';
import { TableHead } from '#platform/web/ui/table/table-head.tsx';
import { TableRows } from '#platform/web/ui/table/table-rows.tsx';
import type { Sort } from '#platform/web/ui/table/table-state.ts';
import '#platform/web/ui/table/data-table.css';

const ROW_HEIGHT = 48;

interface LiveTableProps<Row> {
  /** What the rows are, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => number | string;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
  /** Rows have buttons: arrows move between rows, Enter goes to the first button of one. */
  hasActions?: boolean;
  /** Shown in place of rows. */
  empty: ReactNode;
}

/** Rows the page has all of and that change by themselves: only those in sight are drawn. */
export function LiveTable<Row>({
  label,
  columns,
  rows,
  rowId,
  sort,
  onSort,
  hasActions = false,
  empty,
}: LiveTableProps<Row>) {
  const scroll = useRef<HTMLDivElement>(null);
  const phone = useMediaQuery(widths.phone) ?? false;
  const toActions = hasActions
    ? (row: Row) => scroll.current?.querySelector<HTMLElement>(`tr[data-index="${rows.indexOf(row)}"] button`)?.focus()
    : undefined;
  if (rows.length === 0) return empty;
  return (
    <div className="table-frame" data-density="roomy" data-phone={phone || undefined}>
      {phone ? (
        <TableCards columns={columns} rows={rows} rowId={rowId} label={label} />
      ) : (
        <div className="table-scroll" ref={scroll} {...(hasActions ? {} : scrolledByKey(label))}>
          <table aria-label={label} aria-rowcount={rows.length + 1}>
            <TableHead columns={columns} sort={sort} onSort={onSort} />
            <TableRows
              columns={columns}
              rows={rows}
              rowId={rowId}
              rowHeight={ROW_HEIGHT}
              scroll={scroll}
              onOpen={toActions}
            />
          </table>
        </div>
      )}
    </div>
  );
}
