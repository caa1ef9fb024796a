import { serviceLevel, type GroupDay } from '#core/figures/service-level.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { alertnessOf, type Alertness, type Threshold } from './thresholds.ts';

/** The figures of a wall that have limits, calls and chats alike. */
export const limitedFigures = [
  'waiting',
  'longestWaitSec',
  'levelPercent',
  'chatsWaiting',
  'longestChatWaitSec',
] as const;
export type LimitedFigure = (typeof limitedFigures)[number];
/** Null where there is nothing to measure: nobody waits, nobody called. */
export type FigureValues = Readonly<Record<LimitedFigure, number | null>>;
export type FigureLimits = Readonly<Record<LimitedFigure, Threshold>>;

/** As much of a group as a wall measures. */
export interface MeasuredGroup extends GroupDay {
  id: number;
  name: string;
  waiting: number;
  oldestAt: string | null;
  chats: number;
  chatsOldestAt: string | null;
}

const waitSec = (since: string | null, nowMs: number): number | null =>
  since === null ? null : Math.max(0, Math.floor((nowMs - fromWireTime(since)) / 1_000));

/** One group, or several as one: who waits adds up, and of waits the longest counts. */
export function figuresOf(groups: readonly MeasuredGroup[], nowMs: number): FigureValues {
  const longest = (of: (group: MeasuredGroup) => string | null): number | null =>
    groups.reduce<number | null>((most, group) => {
      const sec = waitSec(of(group), nowMs);
      return sec === null || (most !== null && most >= sec) ? most : sec;
    }, null);
  const sum = (of: (group: MeasuredGroup) => number): number => groups.reduce((all, group) => all + of(group), 0);
  const level = serviceLevel({
    answered: sum(({ answered }) => answered),
    kept: sum(({ kept }) => kept),
    lost: sum(({ lost }) => lost),
  });
  return {
    waiting: sum(({ waiting }) => waiting),
    longestWaitSec: longest(({ oldestAt }) => oldestAt),
    levelPercent: level === null ? null : level * 100,
    chatsWaiting: sum(({ chats }) => chats),
    longestChatWaitSec: longest(({ chatsOldestAt }) => chatsOldestAt),
  };
}

/** How each figure stands. */
export const alertsOf = (values: FigureValues, limits: FigureLimits): Record<LimitedFigure, Alertness> =>
  Object.fromEntries(limitedFigures.map((figure) => [figure, alertnessOf(values[figure], limits[figure])])) as Record<
    LimitedFigure,
    Alertness
  >;

export interface WallAlarm {
  key: string;
  /** Null: no group alone, but all together. */
  groupName: string | null;
  figure: LimitedFigure;
  value: number;
}

/** Where somebody has to act now. A figure that alarms only for all groups together is told once, without a group. */
export function alarmsOf(groups: readonly MeasuredGroup[], limits: FigureLimits, nowMs: number): WallAlarm[] {
  const measured = groups.map((group) => ({ group, values: figuresOf([group], nowMs) }));
  const together = figuresOf(groups, nowMs);
  return limitedFigures.flatMap((figure) => {
    const alarm = (value: number | null, id: number | 'all', groupName: string | null): WallAlarm[] =>
      value !== null && alertnessOf(value, limits[figure]) === 'alarm'
        ? [{ key: `${figure} ${id}`, groupName, figure, value }]
        : [];
    const alone = measured.flatMap(({ group, values }) => alarm(values[figure], group.id, group.name));
    return alone.length > 0 ? alone : alarm(together[figure], 'all', null);
  });
}

/** Whoever acknowledged an alarm hears of it again only once it was over. */
export const stillAcknowledged = (acknowledged: readonly string[], alarms: readonly WallAlarm[]): readonly string[] => {
  const kept = acknowledged.filter((key) => alarms.some((alarm) => alarm.key === key));
  return kept.length === acknowledged.length ? acknowledged : kept;
};
