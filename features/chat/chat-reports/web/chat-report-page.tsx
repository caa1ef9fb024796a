import { Button, Select } from '@mantine/core';
import { Download, MessagesSquare } from 'lucide-react';
import { useCallback, useState } from 'react';
import { chatApi } from '#features/chat/chat/contract.ts';
import { DaysChoice } from '#platform/web/figures/days-choice.tsx';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { Card, Page, Toolbar } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useAddress } from '#platform/web/use-address.ts';
import { useEndpoint, usePage } from '#platform/web/use-endpoint.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import { browserZone } from '#platform/web/zone.ts';
import { chatReportsApi, type Report, type ReportFilter } from '../contract.ts';
import { TalkFigureTable } from './parts/talk-figure-table.tsx';
import { TalkTiles } from './parts/talk-tiles.tsx';
import type { TalksWanted } from './parts/talks-dialog.tsx';
import { TimeBars } from './parts/time-bars.tsx';
import { daysMeant, rangeName, reportAddress, reportFilter, type ReportAddress } from './report-query.ts';
import { useLiveReport } from './use-report.ts';
import '#platform/web/ui/table/data-table.css';
import './chat-report.css';

const TalksDialog = lazy(() => import('./parts/talks-dialog.tsx'));
const ExportDialog = lazy(() => import('./parts/export-dialog.tsx'));

/** How conversations go: how long people wait, who answers them, what they say of it. */
export default function ChatReportPage() {
  const t = useText();
  const can = useCan();
  const zone = useViewer()?.timeZone || browserZone();
  // What "today" means is asked again whenever something ended: a page may stand open over midnight.
  const [nowMs, setNowMs] = useState(() => Date.now());
  useLiveReport(useCallback(() => setNowMs(Date.now()), []));
  const [address, change] = useAddress(reportAddress);
  const filter = reportFilter(address, zone, nowMs);
  const answer = usePage(chatReportsApi.figures, filter);
  const [exporting, setExporting] = useState(false);
  return (
    <Page>
      <Toolbar
        actions={
          can('chat-reports.export') && (
            <Button
              variant="default"
              leftSection={<Download size={15} aria-hidden />}
              onClick={() => setExporting(true)}
            >
              {t('chat-reports.export')}
            </Button>
          )
        }
      >
        <ReportFilters address={address} zone={zone} nowMs={nowMs} onChange={change} />
      </Toolbar>
      {answer.isPending ? (
        <LoadingLines lines={8} />
      ) : !answer.data ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data.total.begun === 0 ? (
        <EmptyState
          icon={<MessagesSquare size={22} />}
          title={t('chat-reports.empty.title')}
          hint={t('chat-reports.empty.hint')}
          action={
            rangeName(address) !== 'month' && (
              <Button variant="default" onClick={() => change({ range: 'month', from: '', to: '' })}>
                {t('chat-reports.empty.action')}
              </Button>
            )
          }
        />
      ) : (
        <ReportBody report={answer.data} filter={filter} waiting={answer.isPlaceholderData} />
      )}
      <Later opened={exporting}>
        <ExportDialog filter={filter} opened={exporting} onClose={() => setExporting(false)} />
      </Later>
    </Page>
  );
}

function ReportBody({ report, filter, waiting }: { report: Report; filter: ReportFilter; waiting: boolean }) {
  const t = useText();
  const [wanted, setWanted] = useState<TalksWanted | null>(null);
  const [opened, setOpened] = useState(false);
  const open = (name: string, more: Partial<TalksWanted['filter']> = {}, only: TalksWanted['only'] = 'all') => {
    setWanted({ filter: { ...filter, ...more }, only, name });
    setOpened(true);
  };
  const nameOf = ({ name }: { name: string }) => name || t('chat-reports.gone');
  return (
    <div className="report" aria-busy={waiting}>
      <TalkTiles report={report} onOpen={(only) => open(t(`chat-reports.talks.${only}`), {}, only)} />
      <Card title={t(report.step === 'hour' ? 'chat-reports.byHour' : 'chat-reports.byDay')}>
        <TimeBars
          step={report.step}
          times={report.times}
          zone={filter.zone}
          onOpen={({ start, end }, name) => open(name, { start, end })}
        />
      </Card>
      {report.agents.length > 0 && (
        <TalkFigureTable
          title={t('chat-reports.byAgent')}
          hint={t('chat-reports.byAgentHint')}
          promiseSec={report.promiseSec}
          rows={report.agents}
          without={['wait']}
          onOpen={(row) => open(nameOf(row), { agent_id: row.id })}
        />
      )}
      <TalkFigureTable
        title={t('chat-reports.byGroup')}
        hint={t('chat-reports.byGroupHint')}
        promiseSec={report.promiseSec}
        rows={report.groups}
        onOpen={(row) => open(nameOf(row), { group_id: row.id })}
      />
      <TalkFigureTable
        title={t('chat-reports.byChannel')}
        promiseSec={report.promiseSec}
        rows={report.channels}
        onOpen={(row) => open(nameOf(row), { channel_id: row.id })}
      />
      <Later opened={opened}>
        {wanted && <TalksDialog wanted={wanted} opened={opened} onClose={() => setOpened(false)} />}
      </Later>
    </div>
  );
}

function ReportFilters({
  address,
  zone,
  nowMs,
  onChange,
}: {
  address: ReportAddress;
  zone: string;
  nowMs: number;
  onChange: (change: ReportAddress) => void;
}) {
  const t = useText();
  const choices = useEndpoint(chatApi.choices, {}, { handlesFailures: true });
  const select = (of: 'channel' | 'group' | 'agent', list: readonly { id: number; name: string }[] | undefined) => (
    <Select
      w={160}
      maw="100%"
      searchable
      clearable
      aria-label={t(`chat-reports.filter.${of}`)}
      placeholder={t(`chat-reports.filter.${of}`)}
      value={address[of] || null}
      data={(list ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
      onChange={(next) => onChange({ [of]: next ?? '' })}
    />
  );
  return (
    <>
      <DaysChoice
        range={rangeName(address)}
        days={daysMeant(address, zone, nowMs)}
        rangeLabel={(range) => t(`chat-reports.range.${range}`)}
        ownLabel={t('chat-reports.range.own')}
        onChange={onChange}
      />
      {select('channel', choices.data?.channels)}
      {select('group', choices.data?.groups)}
      {select('agent', choices.data?.agents)}
    </>
  );
}
