import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { POOR_BELOW } from '#core/equipment/equipment.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page, Toolbar } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { lineCheckApi, type Trend } from '../../contract.ts';
import { BarScale, SignalBarList } from './signal-bars.tsx';
import './line-check.css';

const DAYS = [7, 30, 90];

/** How lines and agents sounded, for those who lead: who has a bad network, and which line is worth leaving. */
export default function LineQualityPage() {
  const t = useText();
  const [days, setDays] = useState(30);
  const { data, error, refetch } = useEndpoint(
    lineCheckApi.trends,
    { days },
    { keepPrevious: true, handlesFailures: true },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingPage />;
  return (
    <Page>
      <Toolbar
        actions={
          <SegmentedControl
            size="xs"
            aria-label={t('line-check.trend.days')}
            value={String(days)}
            onChange={(value) => setDays(Number(value))}
            data={DAYS.map((count) => ({ value: String(count), label: t('line-check.trend.lastDays', { count }) }))}
          />
        }
      >
        <p className="line-hint">
          {t('line-check.trend.lead')} <BarScale />
        </p>
      </Toolbar>
      <div className="trends">
        <Card title={t('line-check.trend.agents')}>
          <TrendTable trends={data.agents} label={t('line-check.trend.agents')} first={t('line-check.trend.agent')} />
        </Card>
        <Card title={t('line-check.trend.calls')}>
          <TrendTable trends={data.lines} label={t('line-check.trend.calls')} first={t('line-check.trend.line')} />
        </Card>
        <Card title={t('line-check.trend.checks')}>
          <TrendTable trends={data.checks} label={t('line-check.trend.checks')} first={t('line-check.trend.line')} />
        </Card>
      </div>
    </Page>
  );
}

function TrendTable({ trends, label, first }: { trends: readonly Trend[]; label: string; first: string }) {
  const t = useText();
  const format = useFormat();
  if (trends.length === 0)
    return <EmptyState title={t('line-check.trend.none')} hint={t('line-check.trend.noneHint')} />;
  return (
    <div className="trend-scroll">
      <table className="trend-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col">MOS</th>
            <th scope="col">{t('line-check.trend.count')}</th>
            <th scope="col">{t('line-check.trend.poor')}</th>
            <th scope="col">{t('line-check.trend.course')}</th>
          </tr>
        </thead>
        <tbody>
          {trends.map((trend) => (
            <tr key={trend.id}>
              <th scope="row">{trend.name || t('line-check.trend.gone')}</th>
              <td>
                <SignalBarList mos={trend.mos} />
              </td>
              <td>{format.number(trend.count)}</td>
              <td>
                {t('line-check.trend.share', {
                  count: format.number(trend.poor),
                  percent: format.percent(trend.count === 0 ? 0 : trend.poor / trend.count),
                })}
              </td>
              <td>
                <Course trend={trend} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const BOX = { width: 140, height: 26 };

/** The days one after another, 5 at the top and 1 at the bottom; below the broken line people complain. */
function Course({ trend: { days, name } }: { trend: Trend }) {
  const t = useText();
  const y = (mos: number): number => ((5 - mos) / 4) * BOX.height;
  const x = (place: number): number => (days.length > 1 ? (place / (days.length - 1)) * BOX.width : BOX.width / 2);
  return (
    <svg
      className="trend-line"
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('line-check.trend.courseOf', { name })}
    >
      <path className="trend-limit" d={`M0 ${y(POOR_BELOW)}H${BOX.width}`} />
      {days.length === 1 ? (
        <circle cx={x(0)} cy={y(days[0]!.mos)} r={2} />
      ) : (
        <path
          d={days
            .map(({ mos }, place) => `${place === 0 ? 'M' : 'L'}${x(place).toFixed(1)} ${y(mos).toFixed(1)}`)
            .join('')}
        />
      )}
    </svg>
  );
}
