import { Maximize, X } from 'lucide-react';
import type { CSSProperties } from 'react';
import { allTogether, serviceLevel } from '#core/monitoring/service-level.ts';
import { columnsFor, sheetAt, sheetsOf } from '../core/rotation.ts';
import { countStatus } from '../core/status-counts.ts';
import { alertnessOf, worstOf, type Alertness } from '../core/thresholds.ts';
import { shortClock } from '#core/phone/call-clock.ts';
import { useNow } from '#features/voice/softphone/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { EmptyState } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { monitoringApi, type MonitorGroup } from '../contract.ts';
import type { MonitorView } from './monitor-session.ts';
import { momentOf } from './parts/clock.tsx';
import { useAwakeScreen } from './awake-screen.ts';
import './wall.css';

/** Nobody touches a wall: its session lives on because it asks. */
const ASKS_EVERY_MS = 1_800_000;

/** Large figures for a screen on the wall. Groups take turns; colours say where somebody has to act. */
export default function Wall({ view }: { view: MonitorView }) {
  const t = useText();
  const format = useFormat();
  const nowMs = useNow() + view.offsetMs;
  useAwakeScreen();
  useEndpoint(monitoringApi.wall, {}, { everyMs: ASKS_EVERY_MS, handlesFailures: true });
  const { wall } = view;
  const groups = [...view.groups.values()]
    .filter(({ id }) => wall.groupIds.length === 0 || wall.groupIds.includes(id))
    .sort((a, b) => a.groupNo - b.groupNo);
  const counts = countStatus([...view.agents.values()]);
  const waiting = groups.reduce((sum, group) => sum + group.waiting, 0);
  const longestSec = groups.reduce<number | null>((longest, group) => greater(longest, waitSec(group, nowMs)), null);
  const day = allTogether(groups);
  const level = serviceLevel(day);
  const sheets = sheetsOf(groups, wall.groupsAtOnce);
  const sheet = sheetAt(nowMs, wall.rotateSec, sheets.length);
  const shown = sheets[sheet] ?? [];
  return (
    <div className="wall" data-live={view.isLive || undefined}>
      <header>
        <h1>{t('monitoring.menu')}</h1>
        <span className="wall-line" role="status">
          {view.isLive ? t('monitoring.wall.live') : t('monitoring.notLive')}
        </span>
        <time>{format.time(new Date(nowMs))}</time>
        <button
          type="button"
          aria-label={t('monitoring.wall.full')}
          onClick={() => void document.documentElement.requestFullscreen?.().catch(() => {})}
        >
          <Maximize size={20} aria-hidden />
        </button>
        {/* Loaded anew: a wall has no phone, a page does. */}
        <a href="/seating/seatStatus" aria-label={t('monitoring.wall.leave')}>
          <X size={20} aria-hidden />
        </a>
      </header>
      <section className="wall-all" aria-label={t('monitoring.wall.all')}>
        <Figure
          name={t('monitoring.column.waiting')}
          value={format.number(waiting)}
          alert={alertnessOf(waiting, wall.waiting)}
        />
        <Figure
          name={t('monitoring.column.longest')}
          value={longestSec === null ? '–' : shortClock(longestSec * 1_000)}
          alert={alertnessOf(longestSec, wall.longestWaitSec)}
        />
        <Figure
          name={t('monitoring.column.level')}
          value={format.percent(level)}
          alert={alertnessOf(level === null ? null : level * 100, wall.levelPercent)}
        />
        <Figure name={t('monitoring.column.answered')} value={format.number(day.answered)} />
        <Figure name={t('monitoring.column.lost')} value={format.number(day.lost)} />
        <Figure name={t('monitoring.doing.free')} value={format.number(counts.free)} />
        <Figure name={t('monitoring.doing.talking')} value={format.number(counts.talking)} />
        <Figure name={t('monitoring.doing.wrapUp')} value={format.number(counts.wrapUp)} />
        <Figure name={t('monitoring.doing.away')} value={format.number(counts.away)} />
      </section>
      <section
        className="wall-groups"
        aria-label={t('monitoring.tab.groups')}
        style={sized({ columns: columnsFor(shown.length) })}
      >
        {view.isKnown && shown.length === 0 && <EmptyState title={t('monitoring.noGroups')} />}
        {shown.map((group) => (
          <GroupCard key={group.id} group={group} view={view} nowMs={nowMs} />
        ))}
      </section>
      {sheets.length > 1 && (
        <ol className="wall-sheets" aria-label={t('monitoring.wall.sheet', { sheet: sheet + 1, of: sheets.length })}>
          {sheets.map((_, index) => (
            <li key={index} data-on={index === sheet || undefined} />
          ))}
        </ol>
      )}
    </div>
  );
}

const waitSec = ({ oldestAt }: MonitorGroup, nowMs: number): number | null =>
  oldestAt === null ? null : Math.max(0, Math.floor((nowMs - momentOf(oldestAt)) / 1_000));
const greater = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b);

/** What the style sheet cannot count. */
const sized = (numbers: { letters: number } | { columns: number }) =>
  Object.fromEntries(Object.entries(numbers).map(([name, number]) => [`--${name}`, number])) as CSSProperties;

const Figure = ({ name, value, alert = 'calm' }: { name: string; value: string; alert?: Alertness }) => (
  <div className="wall-figure" data-alert={alert} style={sized({ letters: value.length })}>
    <b>{value}</b>
    <span>{name}</span>
  </div>
);

function GroupCard({ group, view: { wall }, nowMs }: { group: MonitorGroup; view: MonitorView; nowMs: number }) {
  const t = useText();
  const format = useFormat();
  const longestSec = waitSec(group, nowMs);
  const level = serviceLevel(group);
  const alerts = {
    waiting: alertnessOf(group.waiting, wall.waiting),
    longest: alertnessOf(longestSec, wall.longestWaitSec),
    level: alertnessOf(level === null ? null : level * 100, wall.levelPercent),
  };
  return (
    <article className="wall-group" data-alert={worstOf([alerts.waiting, alerts.longest])} aria-label={group.name}>
      <h2>
        <span>{group.name}</span>
        {group.chats > 0 && <small>{t('monitoring.wall.chats', { count: format.number(group.chats) })}</small>}
      </h2>
      <div>
        <Figure name={t('monitoring.column.waiting')} value={format.number(group.waiting)} alert={alerts.waiting} />
        <Figure
          name={t('monitoring.column.longest')}
          value={longestSec === null ? '–' : shortClock(longestSec * 1_000)}
          alert={alerts.longest}
        />
        <Figure name={t('monitoring.column.level')} value={format.percent(level)} alert={alerts.level} />
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
