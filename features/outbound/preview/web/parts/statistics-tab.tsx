import { FigureTable, type FigureColumn } from '#platform/web/figures/figure-table.tsx';
import { FigureTile, FigureTiles } from '#platform/web/figures/figure-tile.tsx';
import { CampaignDays, CampaignResults } from '#features/outbound/campaigns/web/index.ts';
import { duration, useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { previewApi, type PreviewStatistics } from '../../contract.ts';

type AgentRow = PreviewStatistics['agents'][number] & { key: string; name: string };

/** What a task has come to: in all, by result, by day and by agent. */
export function StatisticsTab({ id }: { id: number }) {
  const t = useText();
  const { data, error, refetch } = useEndpoint(previewApi.statistics, { id }, { handlesFailures: true, staleMs: 0 });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines lines={8} />;
  return (
    <div className="preview-figures">
      <Tiles figures={data} />
      <Card title={t('preview.figures.results')}>
        <CampaignResults label={t('preview.figures.results')} results={data.results} />
      </Card>
      <Card title={t('preview.figures.days')}>
        {data.days.length === 0 ? (
          <EmptyState title={t('preview.noCalls')} hint={t('preview.figures.noCallsHint')} />
        ) : (
          <DayChart days={data.days} />
        )}
      </Card>
      {data.agents.length > 0 && (
        <Card title={t('preview.figures.agents')}>
          <AgentFigures agents={data.agents} />
        </Card>
      )}
    </div>
  );
}

const share = (part: number, all: number): number | null => (all === 0 ? null : part / all);

function Tiles({ figures }: { figures: PreviewStatistics }) {
  const t = useText();
  const format = useFormat();
  const { customers, completed, calls, connected, talkSec, skipped, unassigned, followUps } = figures;
  return (
    <FigureTiles>
      <FigureTile
        title={t('preview.figures.completed')}
        hint={t('preview.figures.completedHint')}
        value={format.percent(share(completed, customers))}
        note={t('preview.doneOf', { done: format.number(completed), all: format.number(customers) })}
      />
      <FigureTile
        title={t('preview.figures.calls')}
        hint={t('preview.figures.callsHint')}
        value={format.number(calls)}
      />
      <FigureTile
        title={t('preview.figures.connected')}
        hint={t('preview.figures.connectedHint')}
        value={format.percent(share(connected, calls))}
        note={format.number(connected)}
      />
      <FigureTile
        title={t('preview.figures.talk')}
        hint={t('preview.figures.talkHint')}
        value={duration(talkSec)}
        note={connected > 0 ? t('preview.figures.talkMean', { time: duration(talkSec / connected) }) : undefined}
      />
      <FigureTile
        title={t('preview.figures.skipped')}
        hint={t('preview.figures.skippedHint')}
        value={format.number(skipped)}
      />
      <FigureTile
        title={t('preview.figures.unassigned')}
        hint={t('preview.figures.unassignedHint')}
        value={format.number(unassigned)}
      />
      <FigureTile
        title={t('preview.figures.followUps')}
        hint={t('preview.figures.followUpsHint')}
        value={format.number(followUps)}
      />
    </FigureTiles>
  );
}

function DayChart({ days }: { days: PreviewStatistics['days'] }) {
  const t = useText();
  const format = useFormat();
  return (
    <CampaignDays
      label={t('preview.figures.days')}
      reachedLabel={t('preview.figures.connected')}
      missedLabel={t('preview.figures.notConnected')}
      days={days.map(({ day, calls, connected }) => ({ day, calls, reached: connected }))}
      nameOf={(day, calls, connected) =>
        t('preview.figures.day', { day, calls: format.number(calls), connected: format.number(connected) })
      }
    />
  );
}

function AgentFigures({ agents }: { agents: PreviewStatistics['agents'] }) {
  const t = useText();
  const format = useFormat();
  const names = ['customers', 'completed', 'calls', 'connected'] as const;
  const columns: FigureColumn<AgentRow>[] = [
    ...names.map((name) => ({
      name,
      title: t(`preview.agentFigure.${name}`),
      hint: t(`preview.agentFigureHint.${name}`),
      value: (row: AgentRow) => row[name],
      cell: (row: AgentRow) => format.number(row[name]),
    })),
    {
      name: 'talkSec',
      title: t('preview.figures.talk'),
      hint: t('preview.figures.talkHint'),
      value: ({ talkSec }) => talkSec,
      cell: ({ talkSec }) => duration(talkSec),
    },
  ];
  return (
    <FigureTable
      label={t('preview.figures.agents')}
      first={t('preview.column.agentName')}
      columns={columns}
      rows={agents.map((one) => ({ ...one, key: String(one.agentId), name: one.agentName }))}
      sortedBy="calls"
      sortLabel={(title) => t('preview.figures.sort', { title })}
    />
  );
}
