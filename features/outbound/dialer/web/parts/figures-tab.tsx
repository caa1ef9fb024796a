import { FigureTable, type FigureColumn } from '#platform/web/figures/figure-table.tsx';
import { FigureTile, FigureTiles } from '#platform/web/figures/figure-tile.tsx';
import { CampaignDays, CampaignResults } from '#features/outbound/campaigns/web/index.ts';
import { duration, useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { dialerApi, type DialerFigures } from '../../contract.ts';
import { HoursChart } from './hours-chart.tsx';

type FigureRow = { key: string; name: string; calls: number; talkSec: number };

/** What a task has come to: in all, by result, by hour, by day, by how calls ended and by agent. */
export function FiguresTab({ id }: { id: number }) {
  const t = useText();
  const { data, error, refetch } = useEndpoint(dialerApi.figures, { id }, { handlesFailures: true, staleMs: 0 });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines lines={8} />;
  const empty = <EmptyState title={t('dialer.noCalls')} hint={t('dialer.noCallsHint')} />;
  return (
    <div className="dialer-figures">
      <Tiles figures={data} />
      <div className="dialer-figure-pair">
        <Card title={t('dialer.figures.results')}>
          <CampaignResults label={t('dialer.figures.results')} results={data.results} />
        </Card>
        <Card title={t('dialer.figures.statuses')}>
          {data.statuses.length === 0 ? empty : <StatusTable figures={data} />}
        </Card>
      </div>
      <Card title={t('dialer.figures.hours')}>
        {data.hours.length === 0 ? empty : <HoursChart label={t('dialer.figures.hours')} hours={data.hours} />}
      </Card>
      {data.days.length > 0 && (
        <Card title={t('dialer.figures.days')}>
          <DayChart days={data.days} />
        </Card>
      )}
      {data.agents.length > 0 && (
        <Card title={t('dialer.figures.agents')}>
          <AgentTable agents={data.agents} />
        </Card>
      )}
    </div>
  );
}

const share = (part: number, all: number): number | null => (all === 0 ? null : part / all);

function Tiles({ figures }: { figures: DialerFigures }) {
  const t = useText();
  const format = useFormat();
  const { customers, completed, setAside, calls, answered, abandoned, machines, connected, talkSec } = figures;
  const tiles = [
    {
      name: 'completed',
      value: format.percent(share(completed, customers)),
      note: t('campaigns.doneOf', { done: format.number(completed), all: format.number(customers) }),
    },
    { name: 'calls', value: format.number(calls) },
    { name: 'rate', value: format.percent(share(answered, calls)), note: format.number(answered) },
    { name: 'abandoned', value: format.percent(share(abandoned, answered), 1), note: format.number(abandoned) },
    { name: 'connected', value: format.number(connected) },
    { name: 'machines', value: format.number(machines) },
    {
      name: 'talk',
      value: duration(talkSec),
      note: connected > 0 ? t('dialer.figures.talkMean', { time: duration(talkSec / connected) }) : undefined,
    },
    { name: 'setAside', value: format.number(setAside) },
  ] as const;
  return (
    <FigureTiles>
      {tiles.map(({ name, value, ...more }) => (
        <FigureTile
          key={name}
          title={t(`dialer.figures.${name}`)}
          hint={t(`dialer.figures.${name}Hint`)}
          value={value}
          note={'note' in more ? more.note : undefined}
        />
      ))}
    </FigureTiles>
  );
}

function StatusTable({ figures: { statuses, calls } }: { figures: DialerFigures }) {
  const t = useText();
  const format = useFormat();
  const columns: FigureColumn<FigureRow>[] = [
    {
      name: 'calls',
      title: t('dialer.figures.calls'),
      hint: t('dialer.figures.callsHint'),
      value: (row) => row.calls,
      cell: (row) => format.number(row.calls),
    },
    {
      name: 'share',
      title: t('dialer.figures.share'),
      hint: t('dialer.figures.shareHint'),
      value: (row) => row.calls,
      cell: (row) => format.percent(share(row.calls, calls)),
    },
  ];
  return (
    <FigureTable
      label={t('dialer.figures.statuses')}
      first={t('dialer.column.callStatus')}
      columns={columns}
      rows={statuses.map(({ status, calls: made }) => ({
        key: String(status),
        name: codeLabel(FinalCallStatus, status),
        calls: made,
        talkSec: 0,
      }))}
      sortedBy="calls"
      sortLabel={(title) => t('dialer.figures.sort', { title })}
      shareOf={(row) => share(row.calls, statuses[0]?.calls ?? 0) ?? 0}
    />
  );
}

function DayChart({ days }: { days: DialerFigures['days'] }) {
  const t = useText();
  const format = useFormat();
  return (
    <CampaignDays
      label={t('dialer.figures.days')}
      reachedLabel={t('dialer.figures.answered')}
      missedLabel={t('dialer.figures.notAnswered')}
      days={days.map(({ day, calls, answered }) => ({ day, calls, reached: answered }))}
      nameOf={(day, calls, answered) =>
        t('dialer.figures.day', { day, calls: format.number(calls), answered: format.number(answered) })
      }
    />
  );
}

function AgentTable({ agents }: { agents: DialerFigures['agents'] }) {
  const t = useText();
  const format = useFormat();
  const columns: FigureColumn<FigureRow>[] = [
    {
      name: 'calls',
      title: t('dialer.figures.connected'),
      hint: t('dialer.figures.connectedHint'),
      value: (row) => row.calls,
      cell: (row) => format.number(row.calls),
    },
    {
      name: 'talkSec',
      title: t('dialer.figures.talk'),
      hint: t('dialer.figures.talkHint'),
      value: (row) => row.talkSec,
      cell: (row) => duration(row.talkSec),
    },
  ];
  return (
    <FigureTable
      label={t('dialer.figures.agents')}
      first={t('dialer.column.agentName')}
      columns={columns}
      rows={agents.map(({ agentId, agentName, calls, talkSec }) => ({
        key: String(agentId),
        name: agentName,
        calls,
        talkSec,
      }))}
      sortedBy="calls"
      sortLabel={(title) => t('dialer.figures.sort', { title })}
    />
  );
}
