import { BarChart } from '#platform/web/ui/charts/bar-chart.tsx';
import { useLanguage } from '#platform/web/i18n.ts';

export interface CampaignDaysProps {
  label: string;
  /** What people read of calls that reached somebody, and of the others. */
  reachedLabel: string;
  missedLabel: string;
  days: readonly { day: string; calls: number; reached: number }[];
  /** One day in words. */
  nameOf: (day: string, calls: number, reached: number) => string;
}

/** The calls of each day, and how many of them reached somebody. */
export default function CampaignDays({ label, reachedLabel, missedLabel, days, nameOf }: CampaignDaysProps) {
  const language = useLanguage();
  // A day of the team's own clock: it belongs to no zone.
  const short = new Intl.DateTimeFormat(language, { month: 'numeric', day: 'numeric', timeZone: 'UTC' });
  const dayText = (day: string): string => short.format(new Date(`${day}T00:00:00Z`));
  return (
    <BarChart
      label={label}
      legend={[
        { tone: 'green', label: reachedLabel },
        { tone: 'grey', label: missedLabel },
      ]}
      bars={days.map(({ day, calls, reached }) => ({
        id: day,
        tick: dayText(day),
        name: nameOf(dayText(day), calls, reached),
        parts: [
          { tone: 'green', value: reached },
          { tone: 'grey', value: calls - reached },
        ],
      }))}
    />
  );
}
