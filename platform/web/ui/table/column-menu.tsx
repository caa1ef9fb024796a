import { ActionIcon, Button, Checkbox, Popover, SegmentedControl, Tooltip } from '@mantine/core';
import { ChevronDown, ChevronUp, Columns3 } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../i18n.ts';
import type { Column } from './column.ts';
import { inOrder, isShown, type TableLayout } from './table-layout.ts';

interface ColumnMenuProps<Row> {
  columns: readonly Column<Row>[];
  layout: TableLayout;
  onChange: (change: TableLayout | null) => void;
}

/** Which columns, in which order, how high: saved for this user and table. */
export function ColumnMenu<Row>({ columns, layout, onChange }: ColumnMenuProps<Row>) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const ordered = inOrder(columns, layout);
  const move = (from: number, by: 1 | -1) => {
    const order = ordered.map((column) => column.id);
    const [id] = order.splice(from, 1);
    order.splice(from + by, 0, id!);
    onChange({ order });
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus withinPortal width={280}>
      <Popover.Target>
        <Tooltip label={t('ui.table.columns')} disabled={opened}>
          <ActionIcon variant="default" aria-label={t('ui.table.columns')} aria-expanded={opened} onClick={() => setOpened(!opened)}>
            <Columns3 size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className="column-menu" aria-label={t('ui.table.columns')}>
        <SegmentedControl
          fullWidth
          aria-label={t('ui.table.density')}
          value={layout.density ?? 'roomy'}
          onChange={(density) => onChange({ density: density as 'roomy' | 'compact' })}
          data={[{ value: 'roomy', label: t('ui.table.roomy') }, { value: 'compact', label: t('ui.table.compact') }]}
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
              <ActionIcon size={24} disabled={index === 0} aria-label={t('ui.table.moveUp', { column: column.header })} onClick={() => move(index, -1)}>
                <ChevronUp size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon size={24} disabled={index === ordered.length - 1} aria-label={t('ui.table.moveDown', { column: column.header })} onClick={() => move(index, 1)}>
                <ChevronDown size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <Button variant="subtle" size="xs" onClick={() => onChange(null)}>
          {t('ui.table.reset')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
