import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { BarChart } from '#platform/web/ui/charts/bar-chart.tsx';
import { EmptyState, ErrorLine, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { aiTasksApi, type AiStatistics } from '../../contract.ts';

/** How calls were answered by the hour of the day. */
export function HourChart({ id }: { id: number }) {
  const { data, error, refetch } = useEndpoint(aiTasksApi.statistics, { id }, { handlesFailures: true, staleMs: 0 });
  if (error && !data) return <ErrorLine error={error} onRetry={() => void refetch()} />;
  return data ? <HourBars hours={data.hours} /> : <LoadingLines lines={4} />;
}

/** From the first hour anybody was called in to the last. */
export function HourBars({ hours }: Pick<AiStatistics, 'hours'>) {
  const t = useText();
  const format = useFormat();
  const called = hours.filter(({ calls }) => calls > 0).map(({ hour }) => hour);
  if (called.length === 0) return <EmptyState title={t('ai-tasks.noCalls')} hint={t('ai-tasks.noCallsHint')} />;
  const first = Math.min(...called);
  const all = Array.from({ length: Math.max(...called) - first + 1 }, (_, place) => {
    const hour = first + place;
    return hours.find((one) => one.hour === hour) ?? { hour, calls: 0, connected: 0 };
  });
  const clock = (hour: number): string => format.clock(`${String(hour).padStart(2, '0')}:00:00`);
  return (
    <BarChart
      label={t('ai-tasks.figures.hours')}
      legend={[
        { tone: 'green', label: t('ai-tasks.figures.connected') },
        { tone: 'grey', label: t('ai-tasks.figures.notConnected') },
      ]}
      bars={all.map(({ hour, calls, connected }) => ({
        id: String(hour),
        tick: clock(hour),
        name: t('ai-tasks.figures.hour', {
          hour: clock(hour),
          calls: format.number(calls),
          rate: format.percent(calls === 0 ? null : connected / calls),
        }),
        parts: [
          { tone: 'green', value: connected },
          { tone: 'grey', value: calls - connected },
        ],
      }))}
    />
  );
}
