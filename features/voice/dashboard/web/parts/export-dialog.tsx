import { toastExportBegun } from '#features/office/downloads/web/index.ts';
import { ReportExportDialog } from '#platform/web/figures/report-export-dialog.tsx';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { dashboardApi, dashboardTables, type DashboardFilter } from '../../contract.ts';

interface ExportDialogProps {
  filter: DashboardFilter;
  opened: boolean;
  onClose: () => void;
}

/** Takes a table of the dashboard along, as the page is filtered. */
export default function ExportDialog({ filter, opened, onClose }: ExportDialogProps) {
  const t = useText();
  const ask = useCommand(dashboardApi.exportTable, { onDone: () => (void toastExportBegun(), onClose()) });
  return (
    <ReportExportDialog
      title={t('dashboard.export')}
      tablesLabel={t('dashboard.exportWhat')}
      tables={dashboardTables}
      tableName={(table) => t(`dashboard.table.${table}`)}
      kindsLabel={t('dashboard.exportKind')}
      kindName={(kind) => t(`dashboard.kind.${kind}`)}
      isPending={ask.isPending}
      onExport={(wanted) => ask.mutate({ ...filter, ...wanted })}
      opened={opened}
      onClose={onClose}
    />
  );
}
