import { Alert, Anchor } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { CAMPAIGN_CHANGED, CAMPAIGN_MEMBER_CHANGED } from '#features/outbound/campaigns/contract.ts';
import { NowFigures } from '#platform/web/figures/now-figures.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { throttledRefetch } from '#platform/web/throttled-refetch.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorLine, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { invalidate, useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { dialerApi, type DialerBoard, type DialerNow, type DialerTaskDetail } from '../../contract.ts';
import { useDialerNow, type WatchedNow } from '../use-dialer-now.ts';
import { AbandonedShare } from './abandoned-share.tsx';
import { HoursChart } from './hours-chart.tsx';
import { paceWords } from './pace-words.ts';

/** What is counted is read again while calls end, and no more often. */
const COUNTED_EVERY_MS = 15_000;

/** How a task stands at this moment, why it dials so many, abandoned calls beside what is allowed, today by the hour, and the end. */
export function BoardTab({ task }: { task: DialerTaskDetail }) {
  const { id } = task;
  const watched = useDialerNow(id);
  const { data, error, refetch } = useEndpoint(dialerApi.board, { id }, { handlesFailures: true, staleMs: 0 });
  useCountedAgain(id, watched);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines lines={8} />;
  const now = watched.isKnown ? watched.now : data.now;
  return (
    <div className="dialer-board">
      {error && <ErrorLine error={error} onRetry={() => void refetch()} />}
      <Standing task={task} now={now} isLost={watched.isKnown && !watched.isLive} />
      <div className="dialer-board-parts">
        <Why task={task} now={now} />
        <Abandoned board={data} now={now} />
        <Ending board={data} />
      </div>
      <Today board={data} />
    </div>
  );
}

function useCountedAgain(id: number, watched: WatchedNow): void {
  const counting = useRef<() => void>(() => {});
  useEffect(() => {
    const { refresh, stop } = throttledRefetch({
      ask: () => invalidate(dialerApi.board, { id }),
      onNews() {},
      restMs: COUNTED_EVERY_MS,
    });
    counting.current = refresh;
    const stops = [
      stop,
      onEvent<{ id: number }>(CAMPAIGN_CHANGED, (changed) => changed.id === id && refresh()),
      onEvent<{ campaignId: number }>(CAMPAIGN_MEMBER_CHANGED, ({ campaignId }) => campaignId === id && refresh()),
    ];
    return () => stops.forEach((one) => one());
  }, [id]);
  useEffect(() => {
    if (watched.isKnown) counting.current();
  }, [watched]);
}

const figures = ['dialling', 'ringing', 'waiting', 'talking', 'wrapUp', 'free'] as const;
const tones = {
  dialling: 'grey',
  ringing: 'violet',
  waiting: 'red',
  talking: 'blue',
  wrapUp: 'warning',
  free: 'green',
} as const satisfies Record<(typeof figures)[number], string>;

function Standing({ task, now, isLost }: { task: DialerTaskDetail; now: DialerNow | null; isLost: boolean }) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      {isLost && (
        <Alert color="orange" role="alert">
          {t('dialer.board.lost')}
        </Alert>
      )}
      <NowFigures
        label={t('dialer.board.now')}
        heading={t('dialer.board.now')}
        figures={figures.map((name) => ({
          name,
          title: t(`dialer.now.${name}`),
          hint: t(`dialer.now.${name}Hint`),
          tone: tones[name],
          value: now ? now[name] : task.state === 'running' ? undefined : 0,
          more:
            name === 'dialling' && now && now.startsPerSec > 0
              ? t('dialer.now.perSecond', { count: format.number(now.startsPerSec) })
              : undefined,
        }))}
      />
    </>
  );
}

function Why({ task, now }: { task: DialerTaskDetail; now: DialerNow | null }) {
  const t = useText();
  const format = useFormat();
  const lines = now ? paceWords(now, task, t, format) : [];
  return (
    <Card title={t('dialer.board.why')}>
      {lines.length === 0 ? (
        <p className="dialer-hint">{t(`dialer.stands.${task.state}`)}</p>
      ) : (
        <div className="dialer-why">
          <p aria-live="polite">
            <b>{lines[0]}</b>
          </p>
          <ul>
            {lines.slice(1).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

function Abandoned({ board, now }: { board: DialerBoard; now: DialerNow | null }) {
  const t = useText();
  const format = useFormat();
  const allowed = board.allowedPerMille / 1_000;
  return (
    <Card title={t('dialer.board.abandoned')}>
      <div className="dialer-shares">
        <AbandonedShare title={t('dialer.board.today')} calls={now?.today ?? board.today} allowed={allowed} />
        <AbandonedShare
          title={t('dialer.board.thirtyDays')}
          calls={now?.thirtyDays ?? board.thirtyDays}
          allowed={allowed}
        />
      </div>
      <p className="dialer-hint">{t('dialer.board.allowed', { share: format.percent(allowed, 1) })}</p>
    </Card>
  );
}

function Ending({ board: { forecast, open } }: { board: DialerBoard }) {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t('dialer.board.end')}>
      <p className="dialer-end">
        <b className="figures">
          {forecast.is === 'at' || forecast.is === 'cutOff' ? format.dateTime(forecast.at) : '–'}
        </b>
      </p>
      <p className="dialer-hint">
        {forecast.is === 'cutOff'
          ? t('dialer.forecast.cutOff', { count: forecast.left })
          : t(`dialer.forecast.${forecast.is}`)}
      </p>
      <p className="dialer-hint figures">{t('dialer.board.open', { count: open })}</p>
    </Card>
  );
}

function Today({ board: { hours } }: { board: DialerBoard }) {
  const t = useText();
  return (
    <Card title={t('dialer.board.hours')}>
      {hours.length === 0 ? (
        <EmptyState
          title={t('dialer.noCallsToday')}
          hint={t('dialer.noCallsHint')}
          action={
            <Anchor component={Link} to="/help/dialler-tasks">
              {t('dialer.help')}
            </Anchor>
          }
        />
      ) : (
        <HoursChart label={t('dialer.board.hours')} hours={hours} />
      )}
    </Card>
  );
}
