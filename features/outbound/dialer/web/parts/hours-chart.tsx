import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { BarChart } from '#platform/web/ui/charts/bar-chart.tsx';
import { LineChart } from '#platform/web/ui/charts/line-chart.tsx';
import type { DialerBoard } from '../../contract.ts';

const HOUR = ':00:00';

/** Calls by the hour of the day, and how many of them people answered; from the first hour with a call to the last. */
export function HoursChart({ label, hours }: { label: string; hours: DialerBoard['hours'] }) {
  const t = useText();
  const format = useFormat();
  const [first, last] = [hours[0]?.hour ?? 0, hours.at(-1)?.hour ?? 0];
  const known = new Map(hours.map((one) => [one.hour, one]));
  const shown = Array.from(
    { length: last - first + 1 },
    (_, place) => known.get(first + place) ?? { hour: first + place, calls: 0, answered: 0, abandoned: 0 },
  );
  const clock = (hour: number): string => format.clock(`${String(hour).padStart(2, '0')}${HOUR}`);
  const rateOf = ({ calls, answered }: { calls: number; answered: number }): number | null =>
    calls === 0 ? null : answered / calls;
  const labels = shown.map((one) =>
    t('dialer.figures.hour', {
      hour: clock(one.hour),
      calls: format.number(one.calls),
      answered: format.number(one.answered),
      rate: format.percent(rateOf(one)),
      abandoned: format.number(one.abandoned),
    }),
  );
  return (
    <>
      <BarChart
        label={label}
        legend={[
          { tone: 'green', label: t('dialer.figures.answered') },
          { tone: 'red', label: t('dialer.figures.abandoned') },
          { tone: 'grey', label: t('dialer.figures.notAnswered') },
        ]}
        bars={shown.map(({ hour, calls, answered, abandoned }, place) => ({
          id: String(hour),
          tick: clock(hour),
          name: labels[place]!,
          parts: [
            { tone: 'green', value: answered - abandoned },
            { tone: 'red', value: abandoned },
            { tone: 'grey', value: calls - answered },
          ],
        }))}
      />
      <LineChart
        title={t('dialer.figures.rate')}
        label={[t('dialer.figures.rate'), ...labels].join('. ')}
        shares={shown.map(rateOf)}
      />
    </>
  );
}
