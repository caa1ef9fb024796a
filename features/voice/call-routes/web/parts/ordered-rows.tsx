import { ActionIcon } from '@mantine/core';
import { ChevronDown, ChevronUp, GripVertical, X } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { moved, stepsOf } from '#platform/web/ui/marks/order.ts';

interface OrderedRowsProps<Row> {
  label: string;
  rows: readonly Row[];
  idOf: (row: Row) => string | number;
  nameOf: (row: Row) => string;
  /** What else there is to see and set of a row. */
  draw?: (row: Row, place: number) => ReactNode;
  onChange: (rows: Row[]) => void;
}

/** Rows whose order counts: moved by mouse, by the arrow keys on their handle, or by buttons. */
export function OrderedRows<Row>({ label, rows, idOf, nameOf, draw, onChange }: OrderedRowsProps<Row>) {
  const t = useText();
  const [dragged, setDragged] = useState<number | null>(null);
  const [movedText, setMovedText] = useState('');
  function move(from: number, to: number): void {
    if (to < 0 || to >= rows.length || from === to) return;
    onChange(moved(rows, from, to));
    setMovedText(t('routes.order.moved', { name: nameOf(rows[from]!), place: to + 1, count: rows.length }));
  }
  const byKey = (event: KeyboardEvent, place: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(place, place + step);
  };
  return (
    <>
      <ol className="ordered-rows" aria-label={label}>
        {rows.map((row, place) => {
          const name = nameOf(row);
          const { onUp, onDown } = stepsOf(place, rows.length, move);
          return (
            // Dragging is an extra for the mouse; handle and buttons do the same for everybody.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={idOf(row)}
              data-dragged={dragged === place || undefined}
              onDragOver={(event) => dragged !== null && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== null) move(dragged, place);
                setDragged(null);
              }}
            >
              <ActionIcon
                draggable
                className="ordered-handle"
                variant="subtle"
                color="gray"
                aria-label={t('routes.order.handle', { name })}
                onDragStart={(event) => {
                  // Firefox drags nothing that carries nothing.
                  event.dataTransfer?.setData('text/plain', name);
                  setDragged(place);
                }}
                onDragEnd={() => setDragged(null)}
                onKeyDown={(event) => byKey(event, place)}
              >
                <GripVertical size={16} aria-hidden />
              </ActionIcon>
              <span className="figures ordered-place">{place + 1}</span>
              <div className="ordered-name">
                <b>{name}</b>
                {draw?.(row, place)}
              </div>
              <span className="ordered-deeds">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  disabled={!onUp}
                  aria-label={t('routes.order.up', { name })}
                  onClick={() => onUp?.()}
                >
                  <ChevronUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  disabled={!onDown}
                  aria-label={t('routes.order.down', { name })}
                  onClick={() => onDown?.()}
                >
                  <ChevronDown size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('routes.order.remove', { name })}
                  onClick={() => onChange(rows.filter((_, at) => at !== place))}
                >
                  <X size={16} aria-hidden />
                </ActionIcon>
              </span>
            </li>
          );
        })}
      </ol>
      <output className="visually-hidden">{movedText}</output>
    </>
  );
}
