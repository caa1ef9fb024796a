import { useCallback, useState } from 'react';
import { useViewer } from '../../viewer.ts';

/** How one user wants one table. */
export interface TableLayout {
  /** Column ids in order; columns it does not know come at the end. */
  order?: string[];
  /** Shown or hidden against the column's own default. */
  shown?: Record<string, boolean>;
  density?: 'roomy' | 'compact';
  size?: number;
}

/** Where layouts are kept. On this machine, until the preferences feature gives a memory on the server. */
export interface TableMemory {
  read(userId: number, tableId: string): TableLayout;
  write(userId: number, tableId: string, layout: TableLayout): void;
}

const keyOf = (userId: number, tableId: string) => `openseat.table.${userId}.${tableId}`;

const memory: TableMemory = {
  read(userId, tableId) {
    try {
      return (JSON.parse(localStorage.getItem(keyOf(userId, tableId)) ?? '{}') ?? {}) as TableLayout;
    } catch {
      return {};
    }
  },
  write: (userId, tableId, layout) => localStorage.setItem(keyOf(userId, tableId), JSON.stringify(layout)),
};

export const readLayout = (userId: number, tableId: string): TableLayout => memory.read(userId, tableId);

/** The viewer's layout of a table, and a way to change it. */
export function useTableLayout(tableId: string): [TableLayout, (change: TableLayout | null) => void] {
  const userId = useViewer()?.userId ?? 0;
  const [layout, setLayout] = useState(() => readLayout(userId, tableId));
  const change = useCallback(
    (some: TableLayout | null) => {
      const next = some ? { ...readLayout(userId, tableId), ...some } : {};
      memory.write(userId, tableId, next);
      setLayout(next);
    },
    [userId, tableId],
  );
  return [layout, change];
}

interface Arrangeable {
  id: string;
  hidden?: boolean;
  required?: boolean;
}

/** All columns in the user's order; a column the layout does not know keeps its own place at the end. */
export function inOrder<C extends Arrangeable>(columns: readonly C[], layout: TableLayout): C[] {
  const rank = new Map(layout.order?.map((id, index) => [id, index]));
  const place = (column: C, index: number) => rank.get(column.id) ?? rank.size + index;
  return columns
    .map((column, index) => ({ column, at: place(column, index) }))
    .sort((a, b) => a.at - b.at)
    .map(({ column }) => column);
}

/** Whether the user sees a column. */
export const isShown = (column: Arrangeable, layout: TableLayout): boolean =>
  column.required || (layout.shown?.[column.id] ?? !column.hidden);
