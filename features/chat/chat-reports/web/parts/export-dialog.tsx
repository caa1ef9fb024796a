import { toastExportBegun } from '#features/office/downloads/web/index.ts';
import { ReportExportDialog } from '#platform/web/figures/report-export-dialog.tsx';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { chatReportsApi, exportTables, type ReportFilter } from '../../contract.ts';

interface ExportDialogProps {
  filter: ReportFilter;
  opened: boolean;
  onClose: () => void;
}

/** Takes a table of the report along, as the page is filtered. */
export default function ExportDialog({ filter, opened, onClose }: ExportDialogProps) {
  const t = useText();
  const ask = useCommand(chatReportsApi.exportTable, { onDone: () => (void toastExportBegun(), onClose()) });
  return (
    <ReportExportDialog
      title={t('chat-reports.export')}
      tablesLabel={t('chat-reports.exportWhat')}
      tables={exportTables}
      tableName={(table) => t(`chat-reports.table.${table}`)}
      kindsLabel={t('chat-reports.exportKind')}
      kindName={(kind) => t(`chat-reports.kind.${kind}`)}
      isPending={ask.isPending}
      onExport={(wanted) => ask.mutate({ ...filter, ...wanted })}
      opened={opened}
      onClose={onClose}
    />
  );
}
