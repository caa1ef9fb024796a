import { alertsOf, figuresOf } from '../../core/wall-alarms.ts';
import { worstOf } from '../../core/thresholds.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import type { MonitorGroup, WallSettings } from '../../contract.ts';
import { callFigures, chatFigures, Figure, figureNames, useFigureWords } from './wall-figure.tsx';

interface WallGroupProps {
  group: MonitorGroup;
  wall: WallSettings;
  /** Somebody of the team answers in writing. */
  hasChats: boolean;
  nowMs: number;
}

/** One group on the wall: its callers, those who write to it, and its day. */
export function WallGroup({ group, wall, hasChats, nowMs }: WallGroupProps) {
  const t = useText();
  const format = useFormat();
  const words = useFigureWords();
  const values = figuresOf([group], nowMs);
  const alerts = alertsOf(values, wall);
  const limited = (figure: keyof typeof figureNames) => (
    <Figure key={figure} name={t(figureNames[figure])} value={words(figure, values[figure])} alert={alerts[figure]} />
  );
  const { levelPercent: _day, ...now } = alerts;
  return (
    <article className="wall-group" data-alert={worstOf(Object.values(now))} aria-label={group.name}>
      <h2>{group.name}</h2>
      <div data-rows={hasChats ? 3 : 2}>
        {callFigures.map(limited)}
        {hasChats && chatFigures.map(limited)}
        {hasChats && <Figure name={t('monitoring.column.chatsAnswered')} value={format.number(group.chatsAnswered)} />}
        <Figure
          name={t('monitoring.column.free')}
          value={`${format.number(group.free)} / ${format.number(group.signedIn)}`}
        />
        <Figure name={t('monitoring.column.answered')} value={format.number(group.answered)} />
        <Figure name={t('monitoring.column.lost')} value={format.number(group.lost)} />
      </div>
    </article>
  );
}
