import { Maximize, X } from 'lucide-react';
import { allTogether } from '#core/figures/service-level.ts';
import { columnsFor, sheetAt, sheetsOf } from '../core/rotation.ts';
import { countStatus } from '../core/status-counts.ts';
import { alarmsOf, alertsOf, figuresOf } from '../core/wall-alarms.ts';
import { useNow } from '#features/voice/softphone/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { EmptyState } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { monitoringApi, type MonitorGroup } from '../contract.ts';
import type { MonitorView } from './monitor-session.ts';
import { AlarmSoundButton, useOpenAlarms, WallAlarms } from './parts/wall-alarms.tsx';
import { callFigures, chatFigures, Figure, figureNames, sized, useFigureWords } from './parts/wall-figure.tsx';
import { WallGroup } from './parts/wall-group.tsx';
import { useAwakeScreen } from './awake-screen.ts';
import './wall.css';

/** Nobody touches a wall: its session lives on because it asks. */
const ASKS_EVERY_MS = 1_800_000;

/** Large figures for a screen on the wall. Groups take turns; colours and words say where somebody has to act. */
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
  const hasChats = writes(view, groups);
  const { open, acknowledge } = useOpenAlarms(alarmsOf(groups, wall, nowMs), view.isLive);
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
        <AlarmSoundButton isAlarming={view.isLive && open.length > 0} nowMs={nowMs} />
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
      <div className="wall-top">
        <WallAlarms open={open} onAcknowledge={acknowledge} />
        <AllTogether view={view} groups={groups} hasChats={hasChats} nowMs={nowMs} />
      </div>
      <section
        className="wall-groups"
        aria-label={t('monitoring.tab.groups')}
        style={sized({ columns: columnsFor(shown.length) })}
      >
        {view.isKnown && shown.length === 0 && <EmptyState title={t('monitoring.noGroups')} />}
        {shown.map((group) => (
          <WallGroup key={group.id} group={group} wall={wall} hasChats={hasChats} nowMs={nowMs} />
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

/** A team that never writes is not shown a row of noughts. */
const writes = ({ agents }: MonitorView, groups: readonly MonitorGroup[]): boolean =>
  [...agents.values()].some(({ text }) => text !== null) ||
  groups.some(({ chats, chatsAnswered, chatsLost }) => chats + chatsAnswered + chatsLost > 0);

interface AllTogetherProps {
  view: MonitorView;
  groups: readonly MonitorGroup[];
  hasChats: boolean;
  nowMs: number;
}

/** Calls, chats and agents of all groups: what a team looks up for stands larger. */
function AllTogether({ view, groups, hasChats, nowMs }: AllTogetherProps) {
  const t = useText();
  const format = useFormat();
  const words = useFigureWords();
  const values = figuresOf(groups, nowMs);
  const alerts = alertsOf(values, view.wall);
  const day = allTogether(groups);
  const counts = countStatus([...view.agents.values()]);
  const sum = (of: 'chatsAnswered' | 'chatsLost') => groups.reduce((all, group) => all + group[of], 0);
  const limited = (figure: keyof typeof figureNames) => (
    <Figure key={figure} name={t(figureNames[figure])} value={words(figure, values[figure])} alert={alerts[figure]} />
  );
  return (
    <section className="wall-all" aria-label={t('monitoring.wall.all')}>
      <div className="wall-band" data-of="now">
        {callFigures.map(limited)}
        {hasChats && chatFigures.map(limited)}
      </div>
      <div className="wall-band" data-of="day">
        <Figure name={t('monitoring.column.answered')} value={format.number(day.answered)} />
        <Figure name={t('monitoring.column.lost')} value={format.number(day.lost)} />
        {hasChats && (
          <>
            <Figure name={t('monitoring.column.chatsAnswered')} value={format.number(sum('chatsAnswered'))} />
            <Figure name={t('monitoring.column.chatsLost')} value={format.number(sum('chatsLost'))} />
            <Figure name={t('monitoring.wall.openChats')} value={format.number(counts.chats)} />
          </>
        )}
        <Figure name={t('monitoring.doing.free')} value={format.number(counts.free)} />
        <Figure name={t('monitoring.wall.busy')} value={format.number(counts.busy)} />
        <Figure name={t('monitoring.doing.talking')} value={format.number(counts.talking)} />
        <Figure name={t('monitoring.doing.wrapUp')} value={format.number(counts.wrapUp)} />
        <Figure name={t('monitoring.doing.away')} value={format.number(counts.away)} />
      </div>
    </section>
  );
}
