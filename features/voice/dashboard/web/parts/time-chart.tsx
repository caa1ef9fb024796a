import { useState } from 'react';
import type { CallSort } from '#core/call/call-sorts.ts';
import { serviceLevel, unansweredOf } from '#core/figures/call-figures.ts';
import { useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { BarChart } from '#platform/web/ui/charts/bar-chart.tsx';
import { LineChart } from '#platform/web/ui/charts/line-chart.tsx';
import { Choice } from '#platform/web/ui/choice.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { fromWire } from '#platform/web/zone.ts';
import type { Dashboard, CallFiguresAt } from '../../contract.ts';
import { callColumns, CallFigureTable } from './call-figure-table.tsx';

const looks = ['chart', 'table'] as const;

interface TimeChartProps extends Pick<Dashboard, 'step' | 'times'> {
  zone: string;
  callsOf: (time: CallFiguresAt, sort: CallSort) => string | undefined;
}

/** When calls came, and how many of them in time; as a picture or as the numbers behind it. */
export function TimeChart({ step, times, zone, callsOf }: TimeChartProps) {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  const [look, setLook] = useState<(typeof looks)[number]>('chart');
  const title = t(step === 'hour' ? 'dashboard.byHour' : 'dashboard.byDay');
  const short = new Intl.DateTimeFormat(
    language,
    step === 'hour'
      ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }
      : { month: 'numeric', day: 'numeric', timeZone: zone },
  );
  const nameOf = (time: CallFiguresAt) => (step === 'hour' ? format.time(time.start) : format.date(time.start));
  const levels = times.map(serviceLevel);
  const known = levels.filter((level) => level !== null);
  return (
    <Card
      title={title}
      actions={
        <Choice
          label={t('dashboard.look')}
          value={look}
          options={looks.map((value) => ({ value, label: t(`dashboard.look.${value}`) }))}
          onChange={setLook}
        />
      }
    >
      {look === 'table' ? (
        <CallFigureTable
          label={title}
          first={t('dashboard.column.time')}
          shown={callColumns}
          rows={times.map((time) => ({ ...time, key: time.start, name: nameOf(time) }))}
          callsOf={callsOf}
        />
      ) : (
        <>
          <BarChart
            label={title}
            legend={[
              { tone: 'green', label: t('dashboard.figure.answered') },
              { tone: 'red', label: t('dashboard.figure.unanswered') },
              { tone: 'accent', label: t('dashboard.otherCalls') },
            ]}
            bars={times.map((time) => ({
              id: time.start,
              tick: short.format(fromWire(time.start)),
              to: callsOf(time, 'ended'),
              name: t('dashboard.bar', {
                time: nameOf(time),
                count: format.number(time.ended),
                answered: format.number(time.answered),
                unanswered: format.number(unansweredOf(time)),
              }),
              parts: [
                { tone: 'green', value: time.answered },
                { tone: 'red', value: unansweredOf(time) },
                { tone: 'accent', value: time.outbound + time.internal },
              ],
            }))}
          />
          {known.length > 1 && (
            <LineChart
              label={t('dashboard.levelLine', { first: format.percent(known[0]), last: format.percent(known.at(-1)) })}
              shares={levels}
              title={t('dashboard.figure.serviceLevel')}
            />
          )}
        </>
      )}
    </Card>
  );
}
