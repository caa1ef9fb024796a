import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { toastExportBegun } from '#features/office/downloads/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { chatReportsApi, exportTables, type ReportFilter } from '../../contract.ts';

const kinds = ['csv', 'xlsx'] as const;

/** Takes a table of the report along, as the page is filtered. */
export default function ExportDialog({
  filter,
  opened,
  onClose,
}: {
  filter: ReportFilter;
  opened: boolean;
  onClose: () => void;
}) {
  const t = useText();
  const [table, setTable] = useState<(typeof exportTables)[number]>('conversations');
  const [kind, setKind] = useState<(typeof kinds)[number]>('csv');
  const ask = useCommand(chatReportsApi.exportTable, { onDone: () => (void toastExportBegun(), onClose()) });
  return (
    <Dialog title={t('chat-reports.export')} size={420} opened={opened} onClose={onClose}>
      <form
        className="report-export"
        onSubmit={(event) => (event.preventDefault(), ask.mutate({ ...filter, table, kind }))}
      >
        <Radio.Group
          label={t('chat-reports.exportWhat')}
          value={table}
          onChange={(value) => setTable(value as typeof table)}
        >
          <div className="report-options">
            {exportTables.map((value) => (
              <Radio key={value} value={value} label={t(`chat-reports.table.${value}`)} />
            ))}
          </div>
        </Radio.Group>
        <Choice
          label={t('chat-reports.exportKind')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`chat-reports.kind.${value}`) }))}
          onChange={setKind}
        />
        <div className="page-actions">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={ask.isPending}>
            {t('chat-reports.export')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
