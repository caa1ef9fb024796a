import { toastExportBegun } from '#features/office/downloads/web/index.ts';
import { ReportExportDialog } from '#platform/web/figures/report-export-dialog.tsx';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { statisticsApi, type StatCut, type StatFilter, type StatReportName } from '../../contract.ts';

interface ExportDialogProps {
  report: StatReportName;
  by: StatCut;
  filter: StatFilter;
  opened: boolean;
  onClose: () => void;
}

/** Takes a report along, as the page is filtered; of lost callers also who they are. */
export default function ExportDialog({ report, by, filter, opened, onClose }: ExportDialogProps) {
  const t = useText();
  const onDone = () => (void toastExportBegun(), onClose());
  const rows = useCommand(statisticsApi.exportReport, { onDone });
  const lost = useCommand(statisticsApi.exportLost, { onDone });
  const { from, to, zone, group_id, number_id } = filter;
  return (
    <ReportExportDialog
      title={t('statistics.export')}
      tablesLabel={t('statistics.exportWhat')}
      tables={report === 'callInLoss' ? ['rows', 'lost'] : ['rows']}
      tableName={(table) => t(table === 'rows' ? 'statistics.exportRows' : 'statistics.exportLost')}
      kindsLabel={t('statistics.exportKind')}
      kindName={(kind) => t(`statistics.kind.${kind}`)}
      isPending={rows.isPending || lost.isPending}
      onExport={({ table, kind }) =>
        table === 'rows'
          ? rows.mutate({ ...filter, report, by, kind })
          : lost.mutate({
              from,
              to,
              zone,
              kind,
              state: 'all',
              ...(group_id ? { group_id } : {}),
              ...(number_id ? { number_id } : {}),
            })
      }
      opened={opened}
      onClose={onClose}
    />
  );
}
