import { ActionIcon, Button, Checkbox, SegmentedControl } from '@mantine/core';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useText } from '../../i18n.ts';
import type { ColumnMenuProps } from './column-menu-props.ts';
import { inOrder, isShown } from './table-layout.ts';

/** What is in the column menu. */
export default function ColumnList({ columns, layout, onChange }: ColumnMenuProps) {
  const t = useText();
  const ordered = inOrder(columns, layout);
  const move = (from: number, by: 1 | -1) => {
    const order = ordered.map((column) => column.id);
    const [id] = order.splice(from, 1);
    order.splice(from + by, 0, id!);
    onChange({ order });
  };
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t('ui.table.density')}
        value={layout.density ?? 'roomy'}
        onChange={(density) => onChange({ density: density as 'roomy' | 'compact' })}
        data={[
          { value: 'roomy', label: t('ui.table.roomy') },
          { value: 'compact', label: t('ui.table.compact') },
        ]}
      />
      <ul>
        {ordered.map((column, index) => (
          <li key={column.id}>
            <Checkbox
              size="xs"
              label={column.header}
              checked={isShown(column, layout)}
              disabled={column.required ?? false}
              onChange={(event) => onChange({ shown: { ...layout.shown, [column.id]: event.currentTarget.checked } })}
            />
            <ActionIcon
              size={24}
              disabled={index === 0}
              aria-label={t('ui.table.moveUp', { column: column.header })}
              onClick={() => move(index, -1)}
            >
              <ChevronUp size={14} aria-hidden />
            </ActionIcon>
            <ActionIcon
              size={24}
              disabled={index === ordered.length - 1}
              aria-label={t('ui.table.moveDown', { column: column.header })}
              onClick={() => move(index, 1)}
            >
              <ChevronDown size={14} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button variant="subtle" size="xs" onClick={() => onChange(null)}>
        {t('ui.table.reset')}
      </Button>
    </>
  );
}
