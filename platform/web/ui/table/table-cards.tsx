import { ActionIcon, Checkbox } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { useText } from '../../i18n.ts';
import { Skeleton } from '../skeleton.tsx';
import type { Column } from './column.ts';
import { isOwnControl } from './table-rows.tsx';

interface CardsProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => number | string;
  label: string;
  onOpen?: ((row: Row) => void) | undefined;
  selected?: { has: (id: number | string) => boolean; toggle: (id: number | string) => void } | undefined;
}

/** The rows of a table on a phone: a card each, its first column as title. */
export function TableCards<Row>({ columns, rows, rowId, label, onOpen, selected }: CardsProps<Row>) {
  const t = useText();
  const title = columns.find((column) => column.card === 'title') ?? columns[0];
  const beside = columns.filter(({ card }) => card === 'beside');
  const lines = columns.filter((column) => column !== title && column.card === undefined);
  return (
    <ul className="table-cards" aria-label={label}>
      {rows.map((row) => {
        const id = rowId(row);
        return (
          // The whole card answers a finger; the button in it is for keys and screen readers.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
          <li
            key={id}
            data-open={onOpen ? true : undefined}
            onClick={(event) => !isOwnControl(event.target) && onOpen?.(row)}
          >
            <div className="card-title">
              {selected && (
                <Checkbox
                  size="sm"
                  aria-label={t('ui.table.selectRow')}
                  checked={selected.has(id)}
                  onChange={() => selected.toggle(id)}
                />
              )}
              <div className="card-name">{title?.cell(row)}</div>
              {beside.map(({ id, cell }) => (
                <Fragment key={id}>{cell(row)}</Fragment>
              ))}
              {onOpen && (
                <ActionIcon aria-label={t('ui.open')} onClick={() => onOpen(row)}>
                  <ChevronRight size={18} aria-hidden />
                </ActionIcon>
              )}
            </div>
            <dl>
              {lines.map((column) => {
                const value = column.cell(row);
                // A dash fills a cell of a table; on a card it would only take room.
                return value === '–' || value === '' || value === null ? null : (
                  <div key={column.id}>
                    <dt>{column.header}</dt>
                    <dd>{value}</dd>
                  </div>
                );
              })}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}

/** Cards that are on their way. */
export const SkeletonCards = () => (
  <ul className="table-cards waiting-shapes" aria-hidden>
    {[0, 1, 2, 3, 4].map((card) => (
      <li key={card}>
        <Skeleton height={14} width="60%" />
        <Skeleton height={10} width="85%" />
        <Skeleton height={10} width="70%" />
      </li>
    ))}
  </ul>
);
