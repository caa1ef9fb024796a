import { serviceLevel } from '#core/figures/service-level.ts';
import { alertnessOf, type Threshold } from '../../core/thresholds.ts';
import { useNow } from '#features/voice/softphone/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { EmptyState } from '#platform/web/ui/states.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import type { MonitorGroup } from '../../contract.ts';
import type { MonitorView } from '../monitor-session.ts';
import { momentOf, Since } from './clock.tsx';
import { LiveTable } from './live-table.tsx';

/** How long whoever has waited longest has waited; coloured as the team wants it. */
export function LongestWait({
  oldestAt,
  limit,
  offsetMs,
}: {
  oldestAt: string | null;
  limit: Threshold;
  offsetMs: number;
}) {
  const nowMs = useNow() + offsetMs;
  const seconds = oldestAt === null ? null : (nowMs - momentOf(oldestAt)) / 1_000;
  return (
    <span className="monitor-figure" data-alert={alertnessOf(seconds, limit)}>
      <Since at={oldestAt} offsetMs={offsetMs} />
    </span>
  );
}

/** Groups: who waits, who serves them, and how the day goes. */
export function GroupsTab({ view }: { view: MonitorView }) {
  const t = useText();
  const format = useFormat();
  const { wall, offsetMs } = view;
  const groups = [...view.groups.values()].sort((a, b) => a.groupNo - b.groupNo);
  const figure = (value: number, alert?: string) => (
    <span className="monitor-figure" data-alert={alert}>
      {format.number(value)}
    </span>
  );
  const columns: Column<MonitorGroup>[] = [
    {
      id: 'name',
      header: t('monitoring.column.group'),
      width: 180,
      cell: ({ name, groupNo }) => (
        <span className="monitor-call">
          <b>{name}</b>
          <small>{groupNo}</small>
        </span>
      ),
    },
    {
      id: 'waiting',
      header: t('monitoring.column.waiting'),
      align: 'end',
      cell: ({ waiting }) => figure(waiting, alertnessOf(waiting, wall.waiting)),
    },
    {
      id: 'longest',
      header: t('monitoring.column.longest'),
      align: 'end',
      cell: ({ oldestAt }) => <LongestWait oldestAt={oldestAt} limit={wall.longestWaitSec} offsetMs={offsetMs} />,
    },
    {
      id: 'callbacks',
      header: t('monitoring.column.callbacks'),
      align: 'end',
      cell: ({ callbacks }) => figure(callbacks),
    },
    {
      id: 'chats',
      header: t('monitoring.column.chatsWaiting'),
      align: 'end',
      cell: ({ chats }) => figure(chats, alertnessOf(chats, wall.chatsWaiting)),
    },
    {
      id: 'chatsLongest',
      header: t('monitoring.column.chatsLongest'),
      align: 'end',
      cell: ({ chatsOldestAt }) => (
        <LongestWait oldestAt={chatsOldestAt} limit={wall.longestChatWaitSec} offsetMs={offsetMs} />
      ),
    },
    { id: 'signedIn', header: t('monitoring.column.signedIn'), align: 'end', cell: ({ signedIn }) => figure(signedIn) },
    { id: 'free', header: t('monitoring.column.free'), align: 'end', cell: ({ free }) => figure(free) },
    { id: 'talking', header: t('monitoring.column.talking'), align: 'end', cell: ({ talking }) => figure(talking) },
    { id: 'answered', header: t('monitoring.column.answered'), align: 'end', cell: ({ answered }) => figure(answered) },
    { id: 'lost', header: t('monitoring.column.lost'), align: 'end', cell: ({ lost }) => figure(lost) },
    {
      id: 'level',
      header: t('monitoring.column.level'),
      align: 'end',
      cell: (group) => {
        const level = serviceLevel(group);
        return (
          <span
            className="monitor-figure"
            data-alert={alertnessOf(level === null ? null : level * 100, wall.levelPercent)}
            title={t('monitoring.levelHint', { seconds: group.serviceLevelSec })}
          >
            {format.percent(level)}
          </span>
        );
      },
    },
  ];
  return (
    <LiveTable
      label={t('monitoring.tab.groups')}
      columns={columns}
      rows={groups}
      rowId={({ id }) => id}
      sort={null}
      onSort={() => {}}
      empty={<EmptyState title={t('monitoring.noGroups')} />}
    />
  );
}
