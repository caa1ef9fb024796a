import { busyOf, doingOfAgent, sinceOf } from '../../core/agent-list.ts';
import { useText } from '#platform/web/i18n.ts';
import { PersonCell } from '#platform/web/ui/initials.tsx';
import { EmptyState } from '#platform/web/ui/states.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import type { Sort } from '#platform/web/ui/table/table-state.ts';
import type { MonitorAgent, MonitorCall } from '../../contract.ts';
import type { MonitorView } from '../monitor-session.ts';
import { SignOutButton, StatusCell } from './agent-actions.tsx';
import { CallActions } from './call-actions.tsx';
import { Since } from './clock.tsx';
import { CallCustomer } from './call-customer.tsx';
import { LiveTable } from './live-table.tsx';
import { Quality } from './quality.tsx';

interface AgentsTabProps {
  view: MonitorView;
  agents: readonly MonitorAgent[];
  look: 'list' | 'cards';
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
  isFiltered: boolean;
}

/** Why no call comes, where what they do does not say so by itself. */
const whyKey = (voice: NonNullable<MonitorAgent['voice']>) =>
  voice.whyNotRoutable === null || voice.whyNotRoutable === 'offline' || busyOf(voice)
    ? null
    : (`monitoring.why.${voice.whyNotRoutable}` as const);

/** Everybody with a seat: what they do, since when, with whom, and why no call goes to them. */
export function AgentsTab({ view, agents, look, sort, onSort, isFiltered }: AgentsTabProps) {
  const t = useText();
  const empty = (
    <EmptyState
      title={t(isFiltered ? 'monitoring.noMatch' : 'monitoring.noAgents')}
      hint={isFiltered ? undefined : t('monitoring.noAgentsHint')}
    />
  );
  const callOf = ({ voice }: MonitorAgent): MonitorCall | undefined =>
    voice?.call ? view.calls.get(voice.call.callId) : undefined;
  const groupsOf = ({ groups }: MonitorAgent) => groups.flatMap((id) => view.groups.get(id)?.name ?? []).join(', ');
  const whyOf = ({ voice }: MonitorAgent) => (voice && whyKey(voice) ? t(whyKey(voice)!) : '');
  const since = (agent: MonitorAgent) => <Since at={sinceOf(agent)} offsetMs={view.offsetMs} />;
  const chats = ({ text }: MonitorAgent) => (text ? `${text.load} / ${text.capacity}` : '–');
  if (look === 'cards') {
    if (agents.length === 0) return empty;
    return (
      <ul className="monitor-cards" aria-label={t('monitoring.tab.agents')}>
        {agents.map((agent) => (
          <li key={agent.userId} className="monitor-card" data-doing={doingOfAgent(agent)}>
            <header>
              <PersonCell name={agent.name} detail={groupsOf(agent) || agent.voice?.sipNumber} />
              {since(agent)}
            </header>
            <div className="monitor-card-line">
              <StatusCell agent={agent} />
              <span className="monitor-why">{whyOf(agent)}</span>
            </div>
            {callOf(agent) && (
              <div className="monitor-card-line">
                <CallWords call={callOf(agent)!} offsetMs={view.offsetMs} />
                <Quality mos={callOf(agent)!.mos} />
              </div>
            )}
            <footer>
              {agent.text && (
                <span>
                  {t('monitoring.column.chats')} {chats(agent)}
                </span>
              )}
              <span className="monitor-actions">
                <CallActions call={callOf(agent)} name={agent.name} />
                <SignOutButton agent={agent} />
              </span>
            </footer>
          </li>
        ))}
      </ul>
    );
  }
  const columns: Column<MonitorAgent>[] = [
    {
      id: 'name',
      header: t('monitoring.column.agent'),
      sort: true,
      width: 180,
      cell: (agent) => <PersonCell name={agent.name} detail={agent.voice?.sipNumber} />,
    },
    {
      id: 'doing',
      header: t('monitoring.column.status'),
      sort: true,
      width: 150,
      cell: (agent) => (
        <span className="monitor-call">
          <StatusCell agent={agent} />
          {whyOf(agent) && <small>{whyOf(agent)}</small>}
        </span>
      ),
    },
    { id: 'since', header: t('monitoring.column.since'), sort: true, width: 85, cell: since },
    {
      id: 'call',
      header: t('monitoring.column.call'),
      width: 200,
      cell: (agent) => (callOf(agent) ? <CallWords call={callOf(agent)!} offsetMs={view.offsetMs} /> : '–'),
    },
    {
      id: 'quality',
      header: t('monitoring.column.quality'),
      width: 75,
      cell: (agent) => <Quality mos={callOf(agent)?.mos ?? null} />,
    },
    {
      id: 'groups',
      header: t('monitoring.column.group'),
      cell: (agent) => (
        <span className="monitor-line" title={groupsOf(agent)}>
          {groupsOf(agent) || '–'}
        </span>
      ),
    },
    { id: 'chats', header: t('monitoring.column.chats'), width: 75, cell: chats },
    {
      id: 'actions',
      header: t('monitoring.column.actions'),
      width: 210,
      cell: (agent) => (
        <span className="monitor-actions">
          <CallActions call={callOf(agent)} name={agent.name} />
          <SignOutButton agent={agent} />
        </span>
      ),
    },
  ];
  return (
    <LiveTable
      label={t('monitoring.tab.agents')}
      columns={columns}
      rows={agents}
      rowId={({ userId }) => userId}
      sort={sort}
      onSort={onSort}
      hasActions
      empty={empty}
    />
  );
}

/** With whom an agent talks, and for how long. */
function CallWords({ call, offsetMs }: { call: MonitorCall; offsetMs: number }) {
  const t = useText();
  return (
    <span className="monitor-call">
      <CallCustomer call={call} />
      <small>
        {t(call.held ? 'monitoring.state.held' : `monitoring.state.${call.state}`)}{' '}
        <Since at={call.answeredMs ?? call.startedMs} offsetMs={offsetMs} />
      </small>
      {call.supervisors.length > 0 && (
        <small>{t('monitoring.listenedToBy', { names: call.supervisors.map(({ name }) => name).join(', ') })}</small>
      )}
    </span>
  );
}
