import { Button } from '@mantine/core';
import { Play } from 'lucide-react';
import { Suspense, useState } from 'react';
import { shortClock } from '#core/phone/call-clock.ts';
import { callRecordings, callRecords } from '#features/voice/call-records/web/index.ts';
import type { CallRecord } from '#features/voice/call-records/contract.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { lazily } from '#platform/web/feature.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { callIcons } from '#platform/web/ui/call-icons.ts';
import { CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import type { Subject } from '../subject.ts';
import type { CustomerHistory } from '../use-history.ts';
import { LabelTag } from './label-tag.tsx';

const Recordings = lazily(callRecords, callRecordings);

/** Everything known about the customer, newest first: calls with their recordings, and what was written. */
export function Timeline({ subject, history }: { subject: Subject; history: CustomerHistory }) {
  const t = useText();
  const isLive = subject.at !== 'record' && subject.at !== 'wrapUp';
  const calls = history.calls.filter(({ callId }) => !isLive || callId !== subject.callId);
  return (
    <section className="bench-timeline" aria-label={t('workbench.history')}>
      <h3>{t('workbench.history')}</h3>
      {history.error && history.calls.length === 0 ? (
        <ErrorState error={history.error} onRetry={history.retry} />
      ) : history.isLoading ? (
        <LoadingLines lines={4} />
      ) : calls.length === 0 ? (
        <p className="bench-quiet">{t('workbench.noHistory')}</p>
      ) : (
        <ol>
          {calls.map((record) => (
            <Moment key={record.callId} record={record} history={history} isOpened={record.callId === subject.callId} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Moment({
  record,
  history: { notes, labels },
  isOpened,
}: {
  record: CallRecord;
  history: CustomerHistory;
  isOpened: boolean;
}) {
  const t = useText();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const Icon = callIcons[record.callIcon].icon;
  const [note, label] = [notes.get(record.callId), labels.get(record.callId)];
  const facts = [
    record.userName,
    record.groupName,
    record.callDuration > 0 && shortClock(record.callDuration * 1_000),
  ].filter(Boolean);
  return (
    <li
      data-tone={CallOutcome.has(record.status) ? CallOutcome.row(record.status).tone : 'grey'}
      aria-current={isOpened || undefined}
    >
      <span className="bench-mark" aria-hidden>
        <Icon size={15} />
      </span>
      <div>
        <p className="bench-moment">
          <b>{format.dateTime(record.startTime)}</b>
          <CodeBadge table={CallOutcome} code={record.status} look="tag" />
          {label && <LabelTag name={label.name} colour={label.colour} />}
          {record.hasRecording && (
            <Button
              variant="subtle"
              size="compact-xs"
              leftSection={<Play size={13} aria-hidden />}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {t(isOpen ? 'workbench.hideRecording' : 'workbench.listen')}
            </Button>
          )}
        </p>
        {facts.length > 0 && <small>{facts.join(' · ')}</small>}
        {record.remark && <p className="bench-note">{record.remark}</p>}
        {note && (
          <p className="bench-note">
            {note.text}
            <small>
              {note.author} · {format.recent(note.createdAt)}
            </small>
          </p>
        )}
        {isOpen && (
          <Suspense fallback={<LoadingLines />}>
            <Recordings callId={record.callId} />
          </Suspense>
        )}
      </div>
    </li>
  );
}
