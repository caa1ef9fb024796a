import { TriangleAlert } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { LimitedFigure } from '../../core/wall-alarms.ts';
import type { Alertness } from '../../core/thresholds.ts';
import { shortClock } from '#core/phone/call-clock.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';

/** What the style sheet cannot count. */
export const sized = (numbers: { letters: number } | { columns: number }) =>
  Object.fromEntries(Object.entries(numbers).map(([name, number]) => [`--${name}`, number])) as CSSProperties;

/** A large number and its name. Who cannot tell the colours apart sees a sign, too. */
export function Figure({ name, value, alert }: { name: string; value: string; alert?: Alertness }) {
  const t = useText();
  return (
    <div
      className="wall-figure"
      data-alert={alert}

      style={sized({ letters: value.length })}
    >
      <b>{value}</b>
      <span>
        {alert !== undefined && alert !== 'calm' && (
          <TriangleAlert size="1em" aria-label={t(`monitoring.alert.${alert}`)} />
        )}
        {name}
      </span>
    </div>
  );
}

/** How a figure with limits is written. */
export function useFigureWords(): (figure: LimitedFigure, value: number | null) => string {
  const format = useFormat();
  return (figure, value) => {
    if (figure === 'levelPercent') return format.percent(value === null ? null : value / 100);
    if (value === null) return '–';
    return figure === 'longestWaitSec' || figure === 'longestChatWaitSec'
      ? shortClock(value * 1_000)
      : format.number(value);
  };
}

/** What a figure is called on the wall. */
export const figureNames = {
  waiting: 'monitoring.column.waiting',
  longestWaitSec: 'monitoring.column.longest',
  levelPercent: 'monitoring.column.level',
  chatsWaiting: 'monitoring.column.chatsWaiting',
  longestChatWaitSec: 'monitoring.column.chatsLongest',
} as const satisfies Record<LimitedFigure, string>;

/** The figures of calls that have limits, and those of chats. */
export const callFigures = ['waiting', 'longestWaitSec', 'levelPercent'] as const;
export const chatFigures = ['chatsWaiting', 'longestChatWaitSec'] as const;
