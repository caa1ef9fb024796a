import { Checkbox } from '@mantine/core';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useText } from '../../i18n.ts';
import { sortName, type Column } from './column.ts';
import type { Sort } from './table-state.ts';

interface HeadProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
  /** Absent when rows cannot be selected. */
  selected?: { all: boolean; some: boolean; toggle: () => void } | undefined;
}

/** Ascending, descending, not at all. */
const nextSort = (by: string, now: Sort | null): Sort | null =>
  now?.by !== by ? { by, desc: false } : now.desc ? null : { by, desc: true };

/** The sticky head of a table: names, sorting, and the box that selects the page. */
export function TableHead<Row>({ columns, sort, onSort, selected }: HeadProps<Row>) {
  const t = useText();
  return (
    <thead>
      <tr>
        {selected && (
          <th scope="col" className="select-cell">
            <Checkbox
              size="xs"
              aria-label={t('ui.table.selectPage')}
              checked={selected.all}
              indeterminate={selected.some && !selected.all}
              onChange={selected.toggle}
            />
          </th>
        )}
        {columns.map((column) => {
          const by = sortName(column as Column<never>);
          const on = by !== null && sort?.by === by;
          return (
            <th
              key={column.id}
              scope="col"
              style={column.width ? { width: column.width, minWidth: column.width } : undefined}
              data-align={column.align}
              {...(by === null ? {} : { 'aria-sort': on ? (sort.desc ? 'descending' : 'ascending') : 'none' })}
            >
              {by === null ? (
                column.header
              ) : (
                <button
                  type="button"
                  className="sort"
                  data-on={on || undefined}
                  onClick={() => onSort(nextSort(by, sort))}
                >
                  {column.header}
                  {on ? (
                    sort.desc ? (
                      <ArrowDown size={13} aria-hidden />
                    ) : (
                      <ArrowUp size={13} aria-hidden />
                    )
                  ) : (
                    <ChevronsUpDown size={13} aria-hidden />
                  )}
                </button>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
