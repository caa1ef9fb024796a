import type { Column } from './column.ts';
import type { TableLayout } from './table-layout.ts';

export interface ColumnMenuProps {
  columns: readonly Column<never>[];
  layout: TableLayout;
  onChange: (change: TableLayout | null) => void;
}
