import { useState, type ReactNode } from 'react';
import { shortClock } from '#core/phone/call-clock.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useNow } from '#features/voice/softphone/web/index.ts';
import { NowFigures } from '#platform/web/figures/now-figures.tsx';
import { useFormat, type Format } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { AiCallStatus } from '#shared/codes/ai-call-status.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { aiTasksApi, type AiNow, type AiTask, type AiTaskCall, type AiTaskDetail } from '../../contract.ts';
import { AiCallDeeds } from './call-deeds.tsx';
import { ConversationPanel } from './conversation-panel.tsx';
import { HourChart } from './hour-chart.tsx';

/** As many as a page of calls holds; a task with more shows the newest of them. */
const SHOWN = 200;

/** What a task does now: how far its calls are, each of them, and how the hours of the day answered. */
export function AiLiveTab({ task, mayEdit }: { task: AiTaskDetail; mayEdit: boolean }) {
  const t = useText();
  const live = useEndpoint(
    aiTasksApi.calls,
    { id: task.id, live: 'true', page: 1, size: SHOWN },
    { handlesFailures: true, staleMs: 0 },
  );
  const now = useEndpoint(aiTasksApi.live, { id: task.id }, { handlesFailures: true, staleMs: 0 });
  const [opened, setOpened] = useState<number | null>(null);
  const { data } = live;
  const error = live.error ?? now.error;
  if (error && !(data && now.data))
    return <ErrorState error={error} onRetry={() => void Promise.all([live.refetch(), now.refetch()])} />;
  if (!data || !now.data) return <LoadingLines lines={8} />;
  return (
    <div className="ai-task-figures">
      <Standing task={task} now={now.data} calls={data.list} />
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

/** Not on the line yet: planned, or what the flow says first is being spoken. */
const preparing: readonly AiCallStatus[] = [AiCallStatus.pending, AiCallStatus.scheduling, AiCallStatus.synthesizing];

/** Counted by whoever calls; where nobody does, by the calls that are left. */
function countsOf({ calls }: AiNow, list: readonly AiTaskCall[]) {
  const of = (...statuses: AiCallStatus[]) => list.filter(({ status }) => statuses.includes(status)).length;
  return {
    preparing: of(...preparing),
    dialling: calls?.dialling ?? of(AiCallStatus.dialing),
    ringing: calls?.ringing ?? of(AiCallStatus.ringing),
    talking: calls?.talking ?? of(AiCallStatus.talking),
  };
}

const tones = { preparing: 'warning', dialling: 'grey', ringing: 'violet', talking: 'blue' } as const;
const stages = ['preparing', 'dialling', 'ringing', 'talking'] as const;

function Standing({ task, now, calls }: { task: AiTaskDetail; now: AiNow; calls: readonly AiTaskCall[] }) {
  const t = useText();
  const format = useFormat();
  const counts = countsOf(now, calls);
  const all = stages.reduce((sum, stage) => sum + counts[stage], 0);
  return (
    <>
      <NowFigures
        label={t('ai-tasks.live.now')}
        heading={t('ai-tasks.live.now')}
        figures={stages.map((name) => ({
          name,
          title: t(`ai-tasks.live.${name}`),
          hint: t(`ai-tasks.live.${name}Hint`),
          tone: tones[name],
          value: counts[name],
        }))}
      />
      <p className="ai-task-hint">
        {[
          t('ai-tasks.live.ofLines', { now: format.number(all), most: format.number(task.callsAtOnce) }),
          now.calls?.limit && t(`ai-tasks.limit.${now.calls.limit}`),
          endOf(now, t, format),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </>
  );
}

/** When everybody will have been called, where that can be said. */
function endOf({ forecast }: AiNow, t: ReturnType<typeof useText>, format: Format): string {
  if (forecast.is === 'at') return t('ai-tasks.live.end', { at: format.dateTime(forecast.at) });
  if (forecast.is !== 'cutOff') return '';
  return t('ai-tasks.live.cutOff', { at: format.dateTime(forecast.at), count: forecast.left });
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
