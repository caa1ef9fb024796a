import { Button } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { BlockNumber } from '#features/voice/blacklist/web/index.ts';
import { ScriptAnswers } from '#features/voice/call-scripts/web/index.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { USUAL_SCALE } from '../../core/call-facts.ts';
import { duration, useFormat } from '#platform/web/format.ts';
import { hasText, textOf, useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import type { CallDetail } from '../../contract.ts';
import { WithWhom } from '../parts/record-columns.tsx';
import type { KeyHolder } from '../player/player-keys.ts';
import { CallNotes } from './call-notes.tsx';
import { CallTimeline } from './call-timeline.tsx';
import { People } from './people.tsx';
import { QualityChart } from './quality-chart.tsx';
import { RecordRemark } from './record-remark.tsx';
import '#platform/web/ui/fact-list.css';

const Recordings = lazy(() => import('../player/recordings.tsx'));

interface RecordDetailProps {
  call: CallDetail;
  keys: KeyHolder;
  onDirty: (dirty: boolean) => void;
  onOpen: (callId: string) => void;
}

/** Everything known about one call, what one asks first at the top. */
export function RecordDetail({ call, keys, onDirty, onOpen }: RecordDetailProps) {
  const t = useText();
  const can = useCan();
  const me = useViewer()?.userId;
  const mine = call.agents.find(({ userId }) => userId === me);
  return (
    <div className="record-detail">
      <header role="presentation">
        <WithWhom record={call} />
        <CodeBadge table={CallOutcome} code={call.status} look="tag" />
        {can('blacklist.use') && call.canCallback && (
          <Suspense fallback={null}>
            <BlockNumber callId={call.callId} />
          </Suspense>
        )}
      </header>
      <Facts call={call} onOpen={onOpen} />
      {call.recordings.length > 0 && (
        <Part title={t('call-records.detail.recordings')}>
          <Suspense fallback={<LoadingLines lines={3} />}>
            <Recordings call={call} keys={keys} />
          </Suspense>
        </Part>
      )}
      <Part title={t('call-records.detail.remark')}>
        <RecordRemark
          callId={call.callId}
          remark={call.remark}
          mayWrite={mine !== undefined || can('call-records.edit')}
          onDirty={onDirty}
        />
      </Part>
      {can('calls.use') && (mine?.result === 'talked' || can('calls.monitor')) && <CallNotes callId={call.callId} />}
      {can('scripts.use') && (
        <Suspense fallback={null}>
          <ScriptAnswers callId={call.callId} />
        </Suspense>
      )}
      <Part title={t('call-records.detail.life')}>
        <CallTimeline call={call} />
      </Part>
      {call.agents.length > 0 && (
        <Part title={t('call-records.detail.people')}>
          <People call={call} />
        </Part>
      )}
      {call.quality.length > 0 && (
        <Part title={t('call-records.detail.quality')}>
          <QualityChart reports={call.quality} />
        </Part>
      )}
    </div>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="record-part">
    <h3>{title}</h3>
    {children}
  </section>
);

function Facts({ call, onOpen }: { call: CallDetail; onOpen: (callId: string) => void }) {
  const t = useText();
  const format = useFormat();
  const cause = `call-records.cause.${call.cause}`;
  const reason = call.refusalText || (call.cause && call.cause !== 'normal' && hasText(cause) ? textOf(cause) : '');
  const facts: [string, ReactNode][] = [
    [t('call-records.list.began'), format.exact(call.startTime)],
    [t('call-records.detail.reason'), reason],
    [t('call-records.column.userName'), call.userName],
    [t('call-records.column.groupName'), call.groupName],
    [t('call-records.detail.ourNumber'), call.direction === 'internal' ? '' : spokenNumber(call.callingNumber)],
    [
      t('call-records.detail.attestation'),
      call.attestation && t(`call-records.detail.attestation.${call.attestation}`),
    ],
    [t('call-records.detail.divertedFrom'), call.divertedFrom && spokenNumber(call.divertedFrom)],
    [
      t('call-records.detail.divertedBecause'),
      call.divertedFrom && call.divertedBecause && t(`call-records.detail.diverted.${call.divertedBecause}`),
    ],
    [t('call-records.column.taskName'), call.taskName],
    [
      t('call-records.detail.survey'),
      call.surveyScore === null
        ? null
        : t('call-records.detail.score', { score: call.surveyScore, scale: call.surveyScale ?? USUAL_SCALE }),
    ],
    [t('call-records.detail.sipStatus'), call.sipStatus],
    [
      t('call-records.detail.callbackOf'),
      call.callbackOf && (
        <Button key="other" variant="subtle" size="compact-xs" onClick={() => onOpen(call.callbackOf!)}>
          {t('call-records.detail.openOther')}
        </Button>
      ),
    ],
    [
      t('call-records.column.callId'),
      <span key="id" className="record-id">
        <code>{call.callId}</code>
        <CopyButton value={call.callId} />
      </span>,
    ],
  ];
  const times: [string, number, boolean][] = [
    [t('call-records.list.waited'), call.queueSec, call.queueSec > 0],
    [t('call-records.list.rang'), call.ringSec, call.ringSec > 0],
    [t('call-records.list.talked'), call.callDuration, call.answerTime !== null],
    [t('call-records.list.held'), call.holdSec, call.holdSec > 0],
    [t('call-records.list.lasted'), call.duration, true],
  ];
  return (
    <>
      {call.endTime !== null && (
        <dl className="record-times">
          {times
            .filter(([, , isThere]) => isThere)
            .map(([name, seconds]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="timer">{duration(seconds)}</dd>
              </div>
            ))}
        </dl>
      )}
      <dl className="fact-list">
        {facts
          .filter(([, value]) => value !== '' && value !== null)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}
