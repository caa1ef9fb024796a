import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useState, type KeyboardEvent, type RefObject } from 'react';
import { useText } from '../../i18n.ts';
import { Skeleton } from '../skeleton.tsx';
import type { Column } from './column.ts';

/** Above this many rows only those in sight are drawn. */
const DRAW_ALL_UP_TO = 100;

interface RowsProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => number | string;
  rowHeight: number;
  scroll: RefObject<HTMLDivElement | null>;
  onOpen?: ((row: Row) => void) | undefined;
  selected?: { has: (id: number | string) => boolean; toggle: (id: number | string) => void } | undefined;
}

/** A click on something inside a row that does its own thing is not a click on the row. */
export const isOwnControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label, select, textarea, [data-own]') !== null;

/** The rows of a table. Arrows move, Enter opens, Space selects; one row is in the tab order. */
export function TableRows<Row>({ columns, rows, rowId, rowHeight, scroll, onOpen, selected }: RowsProps<Row>) {
  const t = useText();
  const [active, setActive] = useState(0);
  const virtual = rows.length > DRAW_ALL_UP_TO;
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    enabled: virtual,
  });
  const items = virtual ? virtualizer.getVirtualItems() : [];
  const drawn = virtual ? items.map((item) => item.index) : rows.map((_, index) => index);
  const above = items[0]?.start ?? 0;
  const below = virtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  const focusable = Boolean(onOpen || selected);
  const tabStop = drawn.includes(active) ? active : (drawn[0] ?? 0);

  function focusRow(index: number): void {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setActive(next);
    if (virtual) virtualizer.scrollToIndex(next);
    const drawnRow = () => scroll.current?.querySelector<HTMLElement>(`tr[data-index="${next}"]`);
    // At once where it can be, or the next key would still go to the row before; a row out of sight is drawn first.
    const row = drawnRow();
    if (row) row.focus();
    else requestAnimationFrame(() => drawnRow()?.focus());
  }

  function onKeyDown(event: KeyboardEvent, index: number, row: Row): void {
    if (event.target !== event.currentTarget) return;
    const steps: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: index + 10,
      PageUp: index - 10,
    };
    const goal = steps[event.key];
    if (goal !== undefined) focusRow(goal);
    else if (event.key === 'Enter' && onOpen) onOpen(row);
    else if (event.key === ' ' && selected) selected.toggle(rowId(row));
    else return;
    event.preventDefault();
  }

  return (
    <tbody>
      {above > 0 && <tr aria-hidden style={{ height: above }} />}
      {drawn.map((index) => {
        const row = rows[index];
        if (row === undefined) return null;
        const id = rowId(row);
        const isSelected = selected?.has(id) ?? false;
        return (
          <tr
            key={id}
            data-index={index}
            aria-rowindex={index + 2}
            data-open={onOpen ? true : undefined}
            data-selected={isSelected || undefined}
            {...(selected ? { 'aria-selected': isSelected } : {})}
            {...(focusable ? { tabIndex: index === tabStop ? 0 : -1 } : {})}
            onFocus={() => setActive(index)}
            onKeyDown={(event) => onKeyDown(event, index, row)}
            onClick={(event) => !isOwnControl(event.target) && !window.getSelection()?.toString() && onOpen?.(row)}
          >
            {selected && (
              <td className="select-cell">
                <Checkbox
                  size="xs"
                  tabIndex={-1}
                  aria-label={t('ui.table.selectRow')}
                  checked={isSelected}
                  onChange={() => selected.toggle(id)}
                />
              </td>
            )}
            {columns.map((column) => (
              <td key={column.id} data-align={column.align}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        );
      })}
      {below > 0 && <tr aria-hidden style={{ height: below }} />}
    </tbody>
  );
}

/** Rows that are on their way. */
export const SkeletonRows = ({ columns, rows, selects }: { columns: number; rows: number; selects: boolean }) => (
  <tbody className="waiting-shapes" aria-hidden>
    {Array.from({ length: rows }, (_, row) => (
      <tr key={row}>
        {selects && (
          <td className="select-cell">
            <Skeleton height={16} width={16} />
          </td>
        )}
        {Array.from({ length: columns }, (_, column) => (
          <td key={column}>
            <Skeleton height={12} width={`${45 + ((row * 17 + column * 29) % 45)}%`} />
          </td>
        ))}
      </tr>
    ))}
  </tbody>
);
