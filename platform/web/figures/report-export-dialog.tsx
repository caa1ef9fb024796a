import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import type { TableFileKind } from '#shared/endpoint.ts';
import { useText } from '../i18n.ts';
import { Choice } from '../ui/choice.tsx';
import { Dialog } from '../ui/dialogs.tsx';
import './report-export-dialog.css';

interface ReportExportDialogProps<Table extends string> {
  /** Above the dialog and on its button. */
  title: string;
  tablesLabel: string;
  /** The first is meant unless somebody chooses. */
  tables: readonly [Table, ...Table[]];
  tableName: (table: Table) => string;
  kindsLabel: string;
  kindName: (kind: TableFileKind) => string;
  isPending: boolean;
  onExport: (wanted: { table: Table; kind: TableFileKind }) => void;
  opened: boolean;
  onClose: () => void;
}

const kinds: readonly TableFileKind[] = ['csv', 'xlsx'];

/** Takes a table of a report along. */
export function ReportExportDialog<Table extends string>({
  title,
  tablesLabel,
  tables,
  tableName,
  kindsLabel,
  kindName,
  isPending,
  onExport,
  opened,
  onClose,
}: ReportExportDialogProps<Table>) {
  const t = useText();
  const [table, setTable] = useState<Table>(tables[0]);
  const [kind, setKind] = useState<TableFileKind>('csv');
  return (
    <Dialog title={title} size={420} opened={opened} onClose={onClose}>
      <form className="report-export" onSubmit={(event) => (event.preventDefault(), onExport({ table, kind }))}>
        <Radio.Group label={tablesLabel} value={table} onChange={(value) => setTable(value as Table)}>
          <div className="report-export-tables">
            {tables.map((value) => (
              <Radio key={value} value={value} label={tableName(value)} />
            ))}
          </div>
        </Radio.Group>
        <Choice
          label={kindsLabel}
          value={kind}
          options={kinds.map((value) => ({ value, label: kindName(value) }))}
          onChange={setKind}
        />
        <div className="page-actions">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {title}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
