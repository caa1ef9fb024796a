import { listenedGroup } from '../../core/listened-group.ts';
import { sinceOf } from '../../core/agent-list.ts';
import { alertnessOf } from '../../core/thresholds.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { browserZone } from '#platform/web/zone.ts';
import { useMonitor } from '../monitor-session.ts';
import { StatusCell } from './agent-actions.tsx';
import { Since } from './clock.tsx';
import { CallCustomer } from './call-customer.tsx';
import { LongestWait } from './groups-tab.tsx';
import '../monitoring.css';
import './listened-group.css';

/** The board's group beside a call that is listened to: who works in it, what they do, and who waits. Live, as the board is. */
export default function ListenedGroup({ callId }: { callId: string }) {
  const t = useText();
  const format = useFormat();
  const view = useMonitor(useViewer()?.timeZone || browserZone());
  const found = listenedGroup(callId, view);
  if (!view.isKnown) return <LoadingLines lines={4} />;
  if (!found) return null;
  const { group, agents, waiting } = found;
  const { wall, offsetMs } = view;
  const figures = [
    {
      name: t('monitoring.column.waiting'),
      value: format.number(group.waiting),
      alert: alertnessOf(group.waiting, wall.waiting),
    },
    { name: t('monitoring.column.free'), value: format.number(group.free) },
    { name: t('monitoring.column.talking'), value: format.number(group.talking) },
    {
      name: t('monitoring.column.chatsWaiting'),
      value: format.number(group.chats),
      alert: alertnessOf(group.chats, wall.chatsWaiting),
    },
  ];
  return (
    <section className="bench-part listened-group" aria-label={t('monitoring.beside', { group: group.name })}>
      <h3>{group.name}</h3>
      {!view.isLive && (
        <p className="monitor-stale" role="status">
          {t('monitoring.notLive')}
        </p>
      )}
      <dl>
        {figures.map(({ name, value, alert }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="monitor-figure" data-alert={alert}>
              {value}
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('monitoring.column.longest')}</dt>
          <dd>
            <LongestWait oldestAt={group.oldestAt} limit={wall.longestWaitSec} offsetMs={offsetMs} />
          </dd>
        </div>
      </dl>
      <ul aria-label={t('monitoring.tab.agents')}>
        {agents.map((agent) => (
          <li key={agent.userId} data-heard={agent.voice?.call?.callId === callId || undefined}>
            <b>{agent.name}</b>
            <StatusCell agent={agent} />
            <Since at={sinceOf(agent)} offsetMs={offsetMs} />
          </li>
        ))}
      </ul>
      {waiting.length > 0 && (
        <ul aria-label={t('monitoring.beside.waiting')}>
          {waiting.map((call) => (
            <li key={call.callId}>
              <CallCustomer call={call} />
              <small>{t(`monitoring.state.${call.state}`)}</small>
              <Since at={call.startedMs} offsetMs={offsetMs} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
