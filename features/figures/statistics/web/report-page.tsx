import { Button } from '@mantine/core';
import { ChartNoAxesCombined, Download } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { Page, Toolbar } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useAddress } from '#platform/web/use-address.ts';
import { usePage } from '#platform/web/use-endpoint.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import { browserZone } from '#platform/web/zone.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { statisticsApi, type StatCut, type StatFilter, type StatReport, type StatReportName } from '../contract.ts';
import { GoneChart } from './parts/gone-chart.tsx';
import { ReportChart } from './parts/report-chart.tsx';
import { ReportFilters } from './parts/report-filters.tsx';
import { ReportTable } from './parts/report-table.tsx';
import { ReportTiles } from './parts/report-tiles.tsx';
import { ViewsMenu } from './parts/views-menu.tsx';
import { AGENT_DAYS_SHOWN, chartMeant, cutMeant, rangeName, statFilter } from '../core/stat-query.ts';
import { statAddress, type StatAddress } from '../contract/report-views.ts';
import { useLiveStatistics } from './use-live-statistics.ts';
import './statistics.css';

const ExportDialog = lazy(() => import('./parts/export-dialog.tsx'));

/** All reports answer in one shape; their questions differ in what they may be cut by. */
const asked = (report: StatReportName) => statisticsApi[report] as unknown as typeof statisticsApi.status & Endpoint;

interface ReportPageProps {
  report: StatReportName;
  /** What only one of the reports has. */
  below?: (filter: StatFilter) => ReactNode;
}

/** A report: its figures, over time and by what it is cut by; every number of calls leads to them. */
export function ReportPage({ report, below }: ReportPageProps) {
  const t = useText();
  const can = useCan();
  const zone = useViewer()?.timeZone || browserZone();
  // What "today" means is asked again whenever something happened: a page may stand open over midnight.
  const [nowMs, setNowMs] = useState(() => Date.now());
  useLiveStatistics(
    report,
    useCallback(() => setNowMs(Date.now()), []),
  );
  const [address, change] = useAddress(statAddress);
  const filter = statFilter(report, address, zone, nowMs);
  const by = cutMeant(report, address, filter);
  const page = Math.max(1, Number(address.page) || 1);
  const answer = usePage(asked(report), {
    ...filter,
    by,
    ...(report === 'status' ? { page, size: AGENT_DAYS_SHOWN } : {}),
  } as never);
  const [exporting, setExporting] = useState(false);
  return (
    <Page>
      <Toolbar
        actions={
          <>
            <ViewsMenu report={report} address={address} />
            {can('statistics.export') && (
              <Button
                variant="default"
                leftSection={<Download size={15} aria-hidden />}
                onClick={() => setExporting(true)}
              >
                {t('statistics.export')}
              </Button>
            )}
          </>
        }
      >
        <ReportFilters report={report} address={address} by={by} zone={zone} nowMs={nowMs} onChange={change} />
      </Toolbar>
      {answer.isPending ? (
        <LoadingLines lines={8} />
      ) : !answer.data ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : isEmpty(answer.data) ? (
        <NothingThere address={address} onChange={change} />
      ) : (
        <ReportBody
          report={report}
          data={answer.data}
          filter={filter}
          by={by}
          address={address}
          waiting={answer.isPlaceholderData}
          onChange={change}
        />
      )}
      {below?.(filter)}
      <Later opened={exporting}>
        <ExportDialog report={report} by={by} filter={filter} opened={exporting} onClose={() => setExporting(false)} />
      </Later>
    </Page>
  );
}

const isEmpty = ({ total, rows }: StatReport): boolean =>
  rows.length === 0 && Object.values(total).every((value) => !value);

function NothingThere({ address, onChange }: { address: StatAddress; onChange: (change: StatAddress) => void }) {
  const t = useText();
  return (
    <EmptyState
      icon={<ChartNoAxesCombined size={22} />}
      title={t('statistics.empty.title')}
      hint={t('statistics.empty.hint')}
      action={
        rangeName(address) !== 'month' && (
          <Button variant="default" onClick={() => onChange({ range: 'month', from: '', to: '' })}>
            {t('statistics.empty.action')}
          </Button>
        )
      }
    />
  );
}

interface ReportBodyProps {
  report: StatReportName;
  data: StatReport;
  filter: StatFilter;
  by: StatCut;
  address: StatAddress;
  waiting: boolean;
  onChange: (change: StatAddress) => void;
}

function ReportBody({ report, data, filter, by, address, waiting, onChange }: ReportBodyProps) {
  const chosen = chartMeant(address);
  const shown = chosen && data.charted.includes(chosen) ? chosen : data.charted[0]!;
  return (
    <div className="stat-body" aria-busy={waiting}>
      <ReportTiles data={data} filter={filter} by={by} />
      <ReportChart data={data} filter={filter} shown={shown} onShow={(chart) => onChange({ chart })} />
      {data.gone && <GoneChart steps={data.gone} />}
      <ReportTable
        report={report}
        data={data}
        filter={filter}
        by={by}
        page={Math.max(1, Number(address.page) || 1)}
        onChange={onChange}
      />
    </div>
  );
}
