import { ActionIcon, Button } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { daysRange, nextDay, type TimeRange } from '#core/calendar/day-range.ts';
import { timelineOf, type TimelinePart } from '#core/figures/status-time.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { duration, useFormat } from '#platform/web/format.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { useMinuteClock } from '#platform/web/minute-clock.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { usePage } from '#platform/web/use-endpoint.ts';
import { fromWire } from '#platform/web/zone.ts';
import { dashboardApi, TIMELINE_AGENTS, type AgentTimeline } from '../../contract.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const TICK_HOURS = 3;

const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);

interface StatusTimelineProps {
  day: string;
  /** The days one may go to. */
  first: string;
  last: string;
  zone: string;
  groupId: number | undefined;
  agentId: number | undefined;
  onDay: (day: string) => void;
  callsOf: (agentId: number, start: string, end: string) => string | undefined;
}

/** What every agent was at every moment of a day; what began before it or goes on after it is cut at its ends. */
export function StatusTimeline({ day, first, last, zone, groupId, agentId, onDay, callsOf }: StatusTimelineProps) {
  const t = useText();
  const format = useFormat();
  const nowMs = useMinuteClock();
  const [page, setPage] = useState(1);
  const range = daysRange(day, day, zone);
  const answer = usePage(dashboardApi.timeline, {
    day,
    zone,
    page,
    ...(groupId ? { group_id: groupId } : {}),
    ...(agentId ? { agent_id: agentId } : {}),
  });
  const total = answer.data?.total ?? 0;
  const step = (label: string, to: string, icon: typeof ChevronLeft) => {
    const Icon = icon;
    return (
      <ActionIcon
        variant="default"
        size={34}
        aria-label={label}
        data-hint={label}
        disabled={to < first || to > last}
        onClick={() => onDay(to)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <Card
      title={<span data-hint={t('dashboard.timeline.hint')}>{t('dashboard.timeline.title')}</span>}
      actions={
        <div className="dash-days">
          {step(t('dashboard.timeline.before'), dayBefore(day), ChevronLeft)}
          <span className="figures">{format.date(new Date(range.fromMs))}</span>
          {step(t('dashboard.timeline.after'), nextDay(day), ChevronRight)}
        </div>
      }
    >
      {answer.isPending ? (
        <LoadingLines lines={4} />
      ) : !answer.data ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : total === 0 ? (
        <p className="dash-none">{t('dashboard.timeline.empty')}</p>
      ) : (
        <Tracks list={answer.data.list} range={range} nowMs={nowMs} callsOf={callsOf} />
      )}
      {total > TIMELINE_AGENTS && (
        <div className="dash-pages">
          <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('dashboard.timeline.previous')}
          </Button>
          <span>
            {t('dashboard.timeline.more', {
              shown: `${(page - 1) * TIMELINE_AGENTS + 1}–${Math.min(total, page * TIMELINE_AGENTS)}`,
              total: format.number(total),
            })}
          </span>
          <Button variant="default" disabled={page * TIMELINE_AGENTS >= total} onClick={() => setPage(page + 1)}>
            {t('dashboard.timeline.next')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Tracks({
  list,
  range,
  nowMs,
  callsOf,
}: { list: readonly AgentTimeline[]; range: TimeRange; nowMs: number } & Pick<StatusTimelineProps, 'callsOf'>) {
  const format = useFormat();
  const length = range.toMs - range.fromMs;
  const ticks: number[] = [];
  for (let ms = range.fromMs; ms < range.toMs; ms += TICK_HOURS * HOUR_MS) ticks.push(ms);
  const place = (ms: number) => ({ insetInlineStart: `${((ms - range.fromMs) / length) * 100}%` });
  return (
    <>
      <div className="dash-tracks">
        <div className="dash-axis" aria-hidden>
          {ticks.map((ms) => (
            <small key={ms} style={place(ms)}>
              {format.time(new Date(ms))}
            </small>
          ))}
        </div>
        {list.map((agent) => (
          <Track key={agent.id} agent={agent} range={range} nowMs={nowMs} callsOf={callsOf} />
        ))}
        {nowMs > range.fromMs && nowMs < range.toMs && (
          <div className="dash-over" aria-hidden>
            <i style={place(nowMs)} />
          </div>
        )}
      </div>
      <ul className="dash-legend" aria-hidden>
        {legendOf(list, range, nowMs).map(([tone, names]) => (
          <li key={tone}>
            <i data-tone={tone} />
            {names.map((key) => textOf(key)).join(', ')}
          </li>
        ))}
      </ul>
    </>
  );
}

const spansOf = ({ spans }: AgentTimeline) =>
  spans.map(({ status, at, until }) => ({
    status,
    atMs: fromWire(at).getTime(),
    untilMs: until === null ? null : fromWire(until).getTime(),
  }));
const partsOf = (agent: AgentTimeline, range: TimeRange, nowMs: number): TimelinePart[] =>
  timelineOf(spansOf(agent), range, nowMs).filter(({ status }) => status !== AgentStatus.offline);

/** What each colour seen on this day stands for. */
function legendOf(list: readonly AgentTimeline[], range: TimeRange, nowMs: number) {
  const seen = new Set(list.flatMap((agent) => partsOf(agent, range, nowMs)).map(({ status }) => status));
  const rows = AgentStatus.rows.filter(({ code }) => seen.has(code));
  return [...Map.groupBy(rows, ({ tone }) => tone)].map(
    ([tone, own]) => [tone, [...new Set(own.map(({ key }) => key))]] as const,
  );
}

function Track({
  agent,
  range,
  nowMs,
  callsOf,
}: { agent: AgentTimeline; range: TimeRange; nowMs: number } & Pick<StatusTimelineProps, 'callsOf'>) {
  const t = useText();
  const format = useFormat();
  const parts = partsOf(agent, range, nowMs);
  /** In the words of the whole status, not of what is seen of it: over midnight the day belongs to the time. */
  const moment = (ms: number) =>
    ms < range.fromMs || ms > range.toMs ? format.dateTime(new Date(ms)) : format.time(new Date(ms));
  const describePart = ({ status, atMs, untilMs }: TimelinePart) =>
    t('dashboard.timeline.part', {
      status: textOf(AgentStatus.row(status).key),
      from: moment(atMs),
      to: untilMs === null ? t('dashboard.timeline.now') : moment(untilMs),
      length: duration(((untilMs ?? nowMs) - atMs) / 1_000),
    });
  const between = (fromMs: number, toMs: number) =>
    callsOf(agent.id, toWireTime(Math.max(fromMs, range.fromMs)), toWireTime(Math.min(toMs, range.toMs)));
  const to = between(range.fromMs, range.toMs);
  return (
    <div className="dash-track">
      <span className="dash-who">
        {to ? (
          <Link to={to} title={t('dashboard.openCalls')}>
            {agent.name}
          </Link>
        ) : (
          agent.name
        )}
      </span>
      <div
        className="dash-parts"
        role="group"
        aria-label={parts.length > 0 ? agent.name : `${agent.name}: ${t('dashboard.timeline.nothing')}`}
      >
        {parts.map((part) => {
          const calls = between(part.atMs, part.untilMs ?? range.toMs);
          const drawn = {
            className: 'dash-part',
            'data-tone': AgentStatus.row(part.status).tone,
            'data-before': part.cutBefore || undefined,
            'data-after': part.cutAfter || undefined,
            'data-hint': describePart(part),
            'aria-label': describePart(part),
            style: { insetInlineStart: `${part.from * 100}%`, width: `${(part.to - part.from) * 100}%` },
          };
          // Keys come to a day by the name: a stop at every part of everybody would never end.
          return calls ? (
            <Link key={part.atMs} to={calls} tabIndex={-1} {...drawn} />
          ) : (
            <i key={part.atMs} role="img" {...drawn} />
          );
        })}
      </div>
    </div>
  );
}
