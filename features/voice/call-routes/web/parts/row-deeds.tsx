import { ActionIcon, Group } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { Column } from '#platform/web/ui/table/column.ts';

/** Something one can do with a row. */
export interface RowDeed<Row> {
  icon: LucideIcon;
  /** The word it is hinted at by. */
  hint: string;
  /** The same, naming the row. */
  label: (row: Row) => string;
  run: (row: Row) => void;
}

/** The column of what one can do with rows. */
export const deedsColumn = <Row,>(deeds: readonly RowDeed<Row>[]): Column<Row> => ({
  id: 'deeds',
  header: '',
  required: true,
  width: 32 + 36 * deeds.length,
  align: 'end',
  cell: (row) => (
    <Group gap={0} wrap="nowrap" justify="flex-end" onClick={(event) => event.stopPropagation()}>
      {deeds.map(({ icon: Icon, hint, label, run }) => (
        <ActionIcon key={hint} data-hint={hint} aria-label={label(row)} onClick={() => run(row)}>
          <Icon size={15} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  ),
});
