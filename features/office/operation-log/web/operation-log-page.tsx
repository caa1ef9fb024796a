import { useState } from 'react';
import { downloadsApi } from '#features/office/downloads/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import { browserZone } from '#platform/web/zone.ts';
import { operationLogApi, TOTAL_CAP } from '../contract.ts';
import { logFilters, logQuery } from './log-query.ts';
import { ChainCheckButton, ChainCheckResult } from './parts/chain-check.tsx';
import { useLogColumns } from './parts/log-columns.tsx';
import { LogDetail } from './parts/log-detail.tsx';
import { LogFilterBar } from './parts/log-filter-bar.tsx';
import './operation-log.css';

/** Who did what, when and from where; what changed; and whether the log itself was left alone. */
export default function OperationLogPage() {
  const t = useText();
  const can = useCan();
  const zone = useViewer()?.timeZone || browserZone();
  const state = useTableState('operation-log', { filters: logFilters });
  const filter = logQuery(state.filters, zone);
  const answer = useEndpoint(
    operationLogApi.page,
    { page: state.page, size: state.size, ...filter },
    { keepPrevious: true, handlesFailures: true },
  );
  const exporting = useCommand(operationLogApi.exportPage, {
    done: 'operation-log.exported',
    invalidates: [downloadsApi.list],
  });
  const checking = useCommand(operationLogApi.verify);
  const columns = useLogColumns();
  const [openId, setOpenId] = useState<number | null>(null);
  return (
    <Page>
      <div className="log-page">
        {checking.data && <ChainCheckResult check={checking.data} onClose={checking.reset} />}
        <DataTable
          label={t('operation-log.title')}
          state={state}
          columns={columns}
          answer={answer}
          rowId={(entry) => entry.id}
          onOpen={(entry) => setOpenId(entry.id)}
          filters={<LogFilterBar filters={state.filters} zone={zone} onChange={state.setFilters} />}
          actions={<ChainCheckButton checking={checking.isPending} onCheck={() => checking.mutate({})} />}
          {...(can('operation-log.export') ? { onExport: () => exporting.mutate(filter) } : {})}
          exporting={exporting.isPending}
          empty={{ title: t('operation-log.empty.title'), hint: t('operation-log.empty.hint') }}
        />
        {answer.data?.totalCapped && <p className="log-capped">{t('operation-log.capped', { count: TOTAL_CAP })}</p>}
        <LogDetail id={openId} onClose={() => setOpenId(null)} />
      </div>
    </Page>
  );
}
