import { Button, Select } from '@mantine/core';
import { Download, Gauge } from 'lucide-react';
import { useCallback, useState } from 'react';
import { dayOf } from '#core/calendar/day-range.ts';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
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
import { dashboardApi, type Dashboard, type DashboardFilter } from '../contract.ts';
import {
  dashboardAddress,
  dashboardFilter,
  daysMeant,
  rangeName,
  recordsAddress,
  timelineDay,
  type CallsBehind,
  type DashboardAddress,
} from './dashboard-query.ts';
import { agentColumns, CallFigureTable, groupColumns } from './parts/call-figure-table.tsx';
import { CallTiles } from './parts/call-tiles.tsx';
import { NowStrip } from './parts/now-strip.tsx';
import { StatusTimeline } from './parts/status-timeline.tsx';
import { TimeChart } from './parts/time-chart.tsx';
import { useLiveDashboard } from './use-live.ts';
import '#platform/web/ui/badges.css';
import './dashboard.css';

const ExportDialog = lazy(() => import('./parts/export-dialog.tsx'));
/** More than this nobody scrolls through; they type. */
const AGENTS_SHOWN = 100;

/** How calls go: now, today and on any day; every figure leads to its calls. */
export default function DashboardPage() {
  const t = useText();
  const can = useCan();
  const zone = useViewer()?.timeZone || browserZone();
  // What "today" means is asked again whenever something happened: a page may stand open over midnight.
  const [nowMs, setNowMs] = useState(() => Date.now());
  useLiveDashboard(useCallback(() => setNowMs(Date.now()), []));
  const [address, change] = useAddress(dashboardAddress);
  const filter = dashboardFilter(address, zone, nowMs);
  const answer = usePage(dashboardApi.figures, filter);
  const [exporting, setExporting] = useState(false);
  // Who may see only their own calls would find others than were counted.
  const callsOf = (behind: CallsBehind) =>
    can('call-records.view') && can('call-records.use') ? recordsAddress(filter, behind) : undefined;
  return (
    <Page>
      <Toolbar
        actions={
          can('dashboard.export') && (
            <Button
              variant="default"
              leftSection={<Download size={15} aria-hidden />}
              onClick={() => setExporting(true)}
            >
              {t('dashboard.export')}
            </Button>
          )
        }
      >
        <Filters address={address} zone={zone} nowMs={nowMs} onChange={change} />
      </Toolbar>
      <div className="dash">
        <NowStrip groupId={filter.group_id} />
        {answer.isPending ? (
          <LoadingLines lines={8} />
        ) : !answer.data ? (
          <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        ) : answer.data.total.ended === 0 ? (
          <EmptyState
            icon={<Gauge size={22} />}
            title={t('dashboard.empty.title')}
            hint={t('dashboard.empty.hint')}
            action={
              rangeName(address) !== 'month' && (
                <Button variant="default" onClick={() => change({ range: 'month', from: '', to: '' })}>
                  {t('dashboard.empty.action')}
                </Button>
              )
            }
          />
        ) : (
          <Figures data={answer.data} filter={filter} waiting={answer.isPlaceholderData} callsOf={callsOf} />
        )}
        <StatusTimeline
          day={timelineDay(address, filter, dayOf(nowMs, zone))}
          first={filter.from}
          last={filter.to}
          zone={zone}
          groupId={filter.group_id}
          agentId={filter.agent_id}
          onDay={(day) => change({ day })}
          callsOf={(agentId, start, end) => callsOf({ sort: 'ended', agent_id: agentId, start, end })}
        />
      </div>
      <Later opened={exporting}>
        <ExportDialog filter={filter} opened={exporting} onClose={() => setExporting(false)} />
      </Later>
    </Page>
  );
}

function Figures({
  data: { total, step, times, groups, agents },
  filter,
  waiting,
  callsOf,
}: {
  data: Dashboard;
  filter: DashboardFilter;
  waiting: boolean;
  callsOf: (behind: CallsBehind) => string | undefined;
}) {
  const t = useText();
  const rows = <Row extends { id: number; name: string }>(list: readonly Row[], gone: string) =>
    list.map((row) => ({ ...row, key: String(row.id), name: row.name || gone }));
  return (
    <div className="dash-figures" aria-busy={waiting}>
      <CallTiles total={total} callsOf={(sort) => callsOf({ sort })} />
      <TimeChart
        step={step}
        times={times}
        zone={filter.zone}
        callsOf={({ start, end }, sort) => callsOf({ sort, start, end })}
      />
      {groups.length > 0 && (
        <Card title={<span data-hint={t('dashboard.byGroupHint')}>{t('dashboard.byGroup')}</span>}>
          <CallFigureTable
            label={t('dashboard.byGroup')}
            hint={t('dashboard.byGroupHint')}
            first={t('dashboard.column.group')}
            shown={groupColumns}
            rows={rows(groups, t('dashboard.groupGone'))}
            callsOf={({ id }, sort) => callsOf({ sort, group_id: id })}
          />
        </Card>
      )}
      {agents.length > 0 && (
        <Card title={<span data-hint={t('dashboard.byAgentHint')}>{t('dashboard.byAgent')}</span>}>
          <CallFigureTable
            label={t('dashboard.byAgent')}
            hint={t('dashboard.byAgentHint')}
            first={t('dashboard.column.agent')}
            shown={agentColumns}
            rows={rows(agents, t('dashboard.agentGone'))}
            callsOf={({ id }, sort) => callsOf({ sort, agent_id: id })}
          />
        </Card>
      )}
    </div>
  );
}

function Filters({
  address,
  zone,
  nowMs,
  onChange,
}: {
  address: DashboardAddress;
  zone: string;
  nowMs: number;
  onChange: (change: DashboardAddress) => void;
}) {
  const t = useText();
  const can = useCan();
  const groups = useEndpoint(agentGroupsApi.all, {}, { enabled: can('agent-groups.use'), handlesFailures: true });
  const agents = useEndpoint(dashboardApi.agents, {}, { handlesFailures: true });
  return (
    <>
      <DaysChoice
        range={rangeName(address)}
        days={daysMeant(address, zone, nowMs)}
        rangeLabel={(range) => t(`dashboard.range.${range}`)}
        ownLabel={t('dashboard.range.own')}
        onChange={onChange}
      />
      {(groups.data ?? []).length > 0 && (
        <Select
          w={180}
          maw="100%"
          searchable
          clearable
          aria-label={t('dashboard.filter.group')}
          placeholder={t('dashboard.filter.group')}
          value={address.group || null}
          data={groups.data!.map((one) => ({ value: String(one.id), label: one.name }))}
          onChange={(group) => onChange({ group: group ?? '' })}
        />
      )}
      {(agents.data ?? []).length > 1 && (
        <Select
          w={180}
          maw="100%"
          searchable
          clearable
          limit={AGENTS_SHOWN}
          aria-label={t('dashboard.filter.agent')}
          placeholder={t('dashboard.filter.agent')}
          value={address.agent || null}
          data={agents.data!.map((one) => ({ value: String(one.id), label: one.name }))}
          onChange={(agent) => onChange({ agent: agent ?? '' })}
        />
      )}
    </>
  );
}
