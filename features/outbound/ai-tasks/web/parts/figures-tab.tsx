import { FigureTile, FigureTiles } from '#platform/web/figures/figure-tile.tsx';
import { CampaignDays } from '#features/outbound/campaigns/web/index.ts';
import { duration, useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge, codeLabel } from '#platform/web/ui/code-badge.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import type { Tone } from '#shared/codes.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { AiCallStatus } from '#shared/codes/ai-call-status.ts';
import { AiOrderStatus } from '#shared/codes/ai-order-status.ts';
import { aiTasksApi, type AiStatistics } from '../../contract.ts';
import { HourBars } from './hour-chart.tsx';

/** What a task has come to: in all, by result, by how calls ended, by hour and by day. */
export function AiFiguresTab({ id }: { id: number }) {
  const t = useText();
  const { data, error, refetch } = useEndpoint(aiTasksApi.statistics, { id }, { handlesFailures: true, staleMs: 0 });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines lines={8} />;
  return (
    <div className="ai-task-figures">
      <Tiles figures={data} />
      {data.calls === 0 ? (
        <EmptyState title={t('ai-tasks.noCalls')} hint={t('ai-tasks.noCallsHint')} />
      ) : (
        <>
          <div className="ai-task-shares">
            <Card title={t('ai-tasks.figures.results')}>
              <Shares
                label={t('ai-tasks.figures.results')}
                rows={data.results.map(({ result, calls }) => ({ ...rowOf(AiCallResult, result), calls }))}
              />
            </Card>
            <Card title={t('ai-tasks.figures.statuses')}>
              <Shares
                label={t('ai-tasks.figures.statuses')}
                rows={data.statuses.map(({ status, calls }) => ({ ...rowOf(AiCallStatus, status), calls }))}
              />
            </Card>
          </div>
          <Card title={t('ai-tasks.figures.hours')}>
            <HourBars hours={data.hours} />
          </Card>
          <Card title={t('ai-tasks.figures.days')}>
            <DayChart days={data.days} />
          </Card>
        </>
      )}
    </div>
  );
}

interface Labelled {
  rows: readonly { code: number; key: string; tone?: Tone }[];
  has: (code: number | string) => boolean;
}
const rowOf = (table: Labelled, code: number) => ({
  key: String(code),
  name: codeLabel(table, code),
  tone: table.rows.find((row) => row.code === code)?.tone,
});

const share = (part: number, all: number): number | null => (all === 0 ? null : part / all);

function Tiles({ figures }: { figures: AiStatistics }) {
  const t = useText();
  const format = useFormat();
  const { customers, completed, orders, calls, connected, talkSec, machines, transferred } = figures;
  const inOrder = (code: AiOrderStatus) => orders.find(({ orderStatus }) => orderStatus === code)?.customers ?? 0;
  const handed = transferred.succeeded + transferred.failed;
  return (
    <FigureTiles>
      <FigureTile
        title={t('ai-tasks.figures.completed')}
        hint={t('ai-tasks.figures.completedHint')}
        value={format.percent(share(completed, customers))}
        note={t('ai-tasks.doneOf', { done: format.number(completed), all: format.number(customers) })}
      />
      <FigureTile
        title={t('ai-tasks.figures.open')}
        hint={t('ai-tasks.figures.openHint')}
        value={format.number(inOrder(AiOrderStatus.toBeStarted) + inOrder(AiOrderStatus.incomplete))}
        note={t('ai-tasks.figures.setAside', { count: inOrder(AiOrderStatus.paused) })}
      />
      <FigureTile
        title={t('ai-tasks.figures.calls')}
        hint={t('ai-tasks.figures.callsHint')}
        value={format.number(calls)}
      />
      <FigureTile
        title={t('ai-tasks.figures.connected')}
        hint={t('ai-tasks.figures.connectedHint')}
        value={format.percent(share(connected, calls))}
        note={t('ai-tasks.figures.connectedOf', {
          connected: format.number(connected),
          missed: format.number(calls - connected),
        })}
      />
      <FigureTile
        title={t('ai-tasks.figures.talk')}
        hint={t('ai-tasks.figures.talkHint')}
        value={duration(talkSec)}
        note={connected > 0 ? t('ai-tasks.figures.talkMean', { time: duration(talkSec / connected) }) : undefined}
      />
      <FigureTile
        title={t('ai-tasks.figures.machines')}
        hint={t('ai-tasks.figures.machinesHint')}
        value={format.number(machines)}
        note={
          connected > 0 ? t('ai-tasks.figures.machinesOf', { share: format.percent(machines / connected) }) : undefined
        }
      />
      <FigureTile
        title={t('ai-tasks.figures.handed')}
        hint={t('ai-tasks.figures.handedHint')}
        value={format.number(transferred.succeeded)}
        note={handed > 0 ? t('ai-tasks.figures.notHanded', { count: transferred.failed }) : undefined}
      />
    </FigureTiles>
  );
}

interface ShareRow {
  key: string;
  name: string;
  tone: Tone | undefined;
  calls: number;
}

/** What came of calls, the most frequent first: in words, with how many and how large a part. */
function Shares({ label, rows }: { label: string; rows: readonly ShareRow[] }) {
  const t = useText();
  const format = useFormat();
  const all = rows.reduce((sum, { calls }) => sum + calls, 0);
  if (all === 0) return <p className="ai-task-hint">{t('ai-tasks.figures.noneOver')}</p>;
  return (
    <ul className="ai-task-share" aria-label={label}>
      {rows
        .filter(({ calls }) => calls > 0)
        .toSorted((a, b) => b.calls - a.calls)
        .map(({ key, name, tone, calls }) => (
          <li key={key} data-tone={tone ?? 'grey'}>
            <Badge tone={tone} look="dot">
              {name}
            </Badge>
            <span className="figures">
              {format.number(calls)} <small>{format.percent(calls / all)}</small>
            </span>
            <i aria-hidden style={{ inlineSize: `${(calls / all) * 100}%` }} />
          </li>
        ))}
    </ul>
  );
}

function DayChart({ days }: Pick<AiStatistics, 'days'>) {
  const t = useText();
  const format = useFormat();
  return (
    <CampaignDays
      label={t('ai-tasks.figures.days')}
      reachedLabel={t('ai-tasks.figures.connected')}
      missedLabel={t('ai-tasks.figures.notConnected')}
      days={days.map(({ day, calls, connected }) => ({ day, calls, reached: connected }))}
      nameOf={(day, calls, connected) =>
        t('ai-tasks.figures.day', { day, calls: format.number(calls), rate: format.percent(share(connected, calls)) })
      }
    />
  );
}
