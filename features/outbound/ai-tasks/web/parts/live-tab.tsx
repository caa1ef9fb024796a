import { useState, type ReactNode } from 'react';
import { shortClock } from '#core/phone/call-clock.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useNow } from '#features/voice/softphone/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { AiCallStatus } from '#shared/codes/ai-call-status.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { aiTasksApi, type AiTask, type AiTaskCall, type AiTaskDetail } from '../../contract.ts';
import { AiCallDeeds } from './call-deeds.tsx';
import { ConversationPanel } from './conversation-panel.tsx';
import { HourChart } from './hour-chart.tsx';

/** As many as a page of calls holds; a task with more shows the newest of them. */
const SHOWN = 200;

const stages = [
  { name: 'preparing', tone: 'warning', of: [AiCallStatus.pending, AiCallStatus.scheduling, AiCallStatus.synthesizing] },
  { name: 'dialing', tone: 'violet', of: [AiCallStatus.dialing] },
  { name: 'ringing', tone: 'violet', of: [AiCallStatus.ringing] },
  { name: 'talking', tone: 'blue', of: [AiCallStatus.talking] },
] as const;

/** What a task does now: how far its calls are, each of them, and how the hours of the day answered. */
export function AiLiveTab({ task, mayEdit }: { task: AiTaskDetail; mayEdit: boolean }) {
  const t = useText();
  const live = useEndpoint(
    aiTasksApi.calls,
    { id: task.id, live: 'true', page: 1, size: SHOWN },
    { handlesFailures: true, staleMs: 0 },
  );
  const [opened, setOpened] = useState<number | null>(null);
  const { data } = live;
  if (live.error && !data) return <ErrorState error={live.error} onRetry={() => void live.refetch()} />;
  if (!data) return <LoadingLines lines={8} />;
  return (
    <div className="ai-task-figures">
      <Stages calls={data.list} total={data.total} callsAtOnce={task.callsAtOnce} />
      <Card title={t('ai-tasks.live.calls')}>
        {data.list.length === 0 ? (
          <EmptyState title={t('ai-tasks.live.none')} hint={t(`ai-tasks.live.noneHint.${hintOf(task)}`)} />
        ) : (
          <ul className="ai-live-calls">
            {data.list.map((one) => (
              <LiveCall key={one.attemptId} call={one} onOpen={() => setOpened(one.attemptId)}>
                {mayEdit && <AiCallDeeds task={task} call={one} />}
              </LiveCall>
            ))}
          </ul>
        )}
      </Card>
      <Card title={t('ai-tasks.figures.hours')}>
        <HourChart id={task.id} />
      </Card>
      {opened !== null && (
        <ConversationPanel task={task} attemptId={opened} mayEdit={mayEdit} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}

const hintOf = ({ state, customers }: Pick<AiTask, 'state' | 'customers'>): 'running' | 'empty' | 'still' =>
  customers === 0 ? 'empty' : state === 'running' ? 'running' : 'still';

function Stages({ calls, total, callsAtOnce }: { calls: readonly AiTaskCall[]; total: number; callsAtOnce: number }) {
  const t = useText();
  const format = useFormat();
  const count = (of: readonly AiCallStatus[]) => calls.filter(({ status }) => of.includes(status)).length;
  return (
    <section className="ai-live-now" aria-label={t('ai-tasks.live.now')}>
      <dl>
        {stages.map(({ name, tone, of }) => (
          <div key={name} data-tone={tone} data-none={count(of) === 0 || undefined}>
            <dt data-hint={t(`ai-tasks.live.${name}Hint`)}>{t(`ai-tasks.live.${name}`)}</dt>
            <dd className="figures">{format.number(count(of))}</dd>
          </div>
        ))}
      </dl>
      <p className="ai-task-hint figures">
        {t('ai-tasks.live.ofLines', { now: format.number(total), most: format.number(callsAtOnce) })}
      </p>
    </section>
  );
}

function LiveCall({ call, onOpen, children }: { call: AiTaskCall; onOpen: () => void; children: ReactNode }) {
  const t = useText();
  const name = call.customerName || spokenNumber(call.phone);
  return (
    <li>
      <button type="button" className="ai-live-call" aria-label={t('ai-tasks.live.open', { name })} onClick={onOpen}>
        <b>{name}</b>
        {call.customerName !== '' && <small className="figures">{spokenNumber(call.phone)}</small>}
      </button>
      <CodeBadge table={AiCallStatus} code={call.status} />
      <LastsFor from={call.answeredAt ?? call.beganAt} />
      {children}
    </li>
  );
}

/** How long a call has talked, or has been on its way. */
function LastsFor({ from }: { from: string }) {
  const nowMs = useNow();
  return <span className="timer">{shortClock(Math.max(0, nowMs - fromWireTime(from)))}</span>;
}
