import { Select } from '@mantine/core';
import { figureGlossary, type FigureName } from '#core/figures/glossary.ts';
import { useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { BarChart } from '#platform/web/ui/charts/bar-chart.tsx';
import { LineChart } from '#platform/web/ui/charts/line-chart.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { fromWire } from '#platform/web/zone.ts';
import { recordsBehind } from '../../core/records-behind.ts';
import type { StatFilter, StatPoint, StatReport } from '../../contract.ts';
import { useMayOpenCalls } from '../may-open-calls.ts';
import { timeName } from '../time-name.ts';
import { writeFigure } from '../write-figure.ts';

interface ReportChartProps {
  data: StatReport;
  filter: StatFilter;
  shown: FigureName;
  onShow: (figure: FigureName) => void;
}

/** One figure over time, beside the days compared with; the table below has the numbers. */
export function ReportChart({ data: { charted, series, step }, filter, shown, onShow }: ReportChartProps) {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  const mayOpen = useMayOpenCalls();
  const title = t(`statistics.figure.${shown}`);
  const tick = new Intl.DateTimeFormat(
    language,
    step === 'hour'
      ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: filter.zone }
      : step === 'month'
        ? { month: 'short', timeZone: filter.zone }
        : { month: 'numeric', day: 'numeric', timeZone: filter.zone },
  );
  const wordsOf = (point: StatPoint) => {
    const [time, value] = [timeName(point, step, format), writeFigure(shown, point.values[shown], format)];
    return point.earlier
      ? t('statistics.barAgainst', { time, value, earlier: writeFigure(shown, point.earlier[shown], format) })
      : t('statistics.bar', { time, value });
  };
  const isShare = figureGlossary[shown].unit === 'share';
  return (
    <Card
      title={title}
      actions={
        <Select
          w={220}
          maw="100%"
          aria-label={t('statistics.chartOf')}
          allowDeselect={false}
          value={shown}
          data={charted.map((value) => ({ value, label: t(`statistics.figure.${value}`) }))}
          onChange={(value) => value && onShow(value as FigureName)}
        />
      }
    >
      {isShare ? (
        <LineChart
          title={title}
          label={series.map(wordsOf).join('; ')}
          shares={series.map(({ values }) => values[shown] ?? null)}
        />
      ) : (
        <BarChart
          label={title}
          legend={[{ tone: 'accent', label: t('statistics.these') }]}
          bars={series.map((point) => ({
            id: point.start,
            tick: tick.format(fromWire(point.start)),
            name: wordsOf(point),
            to: mayOpen ? (recordsBehind(filter, step, point, shown) ?? undefined) : undefined,
            parts: [{ tone: 'accent', value: point.values[shown] ?? 0 }],
          }))}
        />
      )}
    </Card>
  );
}
