import { Button } from '@mantine/core';
import {
  Bot,
  CalendarCheck,
  History,
  MessageSquareReply,
  MessageSquareText,
  NotebookPen,
  Pencil,
  Play,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { shortClock } from '#core/phone/call-clock.ts';
import { callRecordings, callRecords } from '#features/voice/call-records/web/index.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { SmsStatus } from '#shared/codes/sms-status.ts';
import { lazily } from '#platform/web/feature.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { callIcons } from '#platform/web/ui/call-icons.ts';
import { CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useCan } from '#platform/web/viewer.ts';
import type { TimelineEntry } from '../../contract.ts';
import { changesIn, fieldText, valueText } from '../change-words.ts';
import { useCustomFields, usePeople, useTags } from '../choices.ts';
import { ChatEntry } from './chat-entry.tsx';
import { has, TimelineItem } from './timeline-item.tsx';

const Recordings = lazily(callRecords, callRecordings);

/** Calls of AI agents with a customer have a page of their own. */
export const aiCallsOf = (customerId: number): string => `/customers/${customerId}/aiCalls`;

/** One entry, as its kind is shown. */
export function EntryOfKind({ entry, customerId }: { entry: TimelineEntry; customerId: number }) {
  if (entry.kind === 'call') return <CallEntry entry={entry} />;
  if (entry.kind === 'ai') return <TalkEntry entry={entry} customerId={customerId} />;
  if (entry.kind === 'sms') return <SmsEntry entry={entry} />;
  if (entry.kind === 'chat') return <ChatEntry entry={entry} />;
  if (entry.kind === 'note') return <CallNoteEntry entry={entry} />;
  return entry.kind === 'change' ? <ChangeEntry entry={entry} /> : <FollowEntry entry={entry} />;
}

const icons: Record<string, keyof typeof callIcons> = { inbound: 'in', outbound: 'out', internal: 'internal' };

function CallEntry({ entry }: { entry: TimelineEntry }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { body } = entry;
  const [callId, outcome, talkSec, direction] = [
    has(body, 'callId', 'string'),
    has(body, 'outcome', 'number'),
    has(body, 'talkSec', 'number') ?? 0,
    has(body, 'direction', 'string') ?? '',
  ];
  const Icon = callIcons[icons[direction] ?? 'internal']?.icon ?? History;
  const tone = outcome !== null && CallOutcome.has(outcome) ? CallOutcome.row(outcome).tone : 'grey';
  return (
    <TimelineItem
      entry={entry}
      tone={tone}
      icon={Icon}
      says={
        <>
          {outcome !== null && <CodeBadge table={CallOutcome} code={outcome} look="tag" />}
          {talkSec > 0 && <span className="figures">{shortClock(talkSec * 1_000)}</span>}
          {has(body, 'taskName', 'string') && <span>{has(body, 'taskName', 'string')}</span>}
          {body['hasRecording'] === true && callId && (
            <Button
              variant="subtle"
              size="compact-xs"
              leftSection={<Play size={13} aria-hidden />}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {t(isOpen ? 'customers.hideRecording' : 'customers.listen')}
            </Button>
          )}
        </>
      }
    >
      {isOpen && callId && (
        <Suspense fallback={<LoadingLines />}>
          <Recordings callId={callId} />
        </Suspense>
      )}
    </TimelineItem>
  );
}

/** A conversation an AI agent had with the customer. */
function TalkEntry({ entry, customerId }: { entry: TimelineEntry; customerId: number }) {
  const t = useText();
  const can = useCan();
  const { body } = entry;
  const [talkId, callId, result, seconds] = [
    has(body, 'talkId', 'string'),
    has(body, 'callId', 'string'),
    has(body, 'result', 'number'),
    has(body, 'durationSec', 'number') ?? 0,
  ];
  return (
    <TimelineItem
      entry={entry}
      tone={result !== null && AiCallResult.has(result) ? AiCallResult.row(result).tone : 'grey'}
      icon={Bot}
      says={
        <>
          {result !== null && <CodeBadge table={AiCallResult} code={result} look="tag" />}
          {seconds > 0 && <span className="figures">{shortClock(seconds * 1_000)}</span>}
          {callId && (
            <Link to={`${aiCallsOf(customerId)}?call=${encodeURIComponent(callId)}`}>{t('customers.talk.show')}</Link>
          )}
          {talkId && can('flow-talks.view') && (
            <Link to={`/seating/aiCall?talk=${encodeURIComponent(talkId)}`}>{t('customers.lookAtTalk')}</Link>
          )}
        </>
      }
    />
  );
}

/** A message to the customer, with how far it got, or what they answered. */
function SmsEntry({ entry }: { entry: TimelineEntry }) {
  const t = useText();
  const { body } = entry;
  const status = has(body, 'status', 'number');
  const isAnswer = body['direction'] === 'inbound';
  const Icon = isAnswer ? MessageSquareReply : MessageSquareText;
  return (
    <TimelineItem
      entry={entry}
      tone={isAnswer ? 'violet' : status !== null && SmsStatus.has(status) ? SmsStatus.row(status).tone : 'grey'}
      icon={Icon}
      says={
        <>
          <span>{t(isAnswer ? 'customers.sms.answer' : 'customers.kind.sms')}</span>
          {!isAnswer &&
            (status === null ? (
              <span>{t('customers.sms.waiting')}</span>
            ) : (
              <CodeBadge table={SmsStatus} code={status} look="tag" />
            ))}
        </>
      }
    >
      <p className="timeline-note">{has(body, 'text', 'string') ?? ''}</p>
    </TimelineItem>
  );
}

function ChangeEntry({ entry }: { entry: TimelineEntry }) {
  const t = useText();
  const [custom, people, tags] = [useCustomFields(), usePeople(), useTags()];
  const named = (field: string, id: string): string =>
    (field === 'owner'
      ? people.find(({ value }) => value === id)?.label
      : field === 'tag'
        ? tags.find((tag) => String(tag.id) === id)?.name
        : undefined) ?? id;
  const what = has(entry.body, 'kind', 'string') ?? '';
  const known =
    (['created', 'edited', 'tagged', 'imported', 'merged', 'deleted', 'restored'] as const).find(
      (one) => one === what,
    ) ?? 'edited';
  const changes = known === 'created' || known === 'imported' ? [] : changesIn(entry.body);
  return (
    <TimelineItem entry={entry} tone="grey" icon={Pencil} says={<span>{t(`customers.change.${known}`)}</span>}>
      {changes.length > 0 && (
        <ul className="timeline-changes">
          {changes.map(({ field, before, after }) => (
            <li key={field}>
              <b>{fieldText(field, custom)}</b> <del>{valueText(field, before, named)}</del> →{' '}
              {valueText(field, after, named)}
            </li>
          ))}
        </ul>
      )}
    </TimelineItem>
  );
}

/** What an agent wrote about a call. */
function CallNoteEntry({ entry }: { entry: TimelineEntry }) {
  const t = useText();
  return (
    <TimelineItem entry={entry} tone="warning" icon={NotebookPen} says={<span>{t('customers.callNote')}</span>}>
      <p className="timeline-note">{has(entry.body, 'text', 'string') ?? ''}</p>
    </TimelineItem>
  );
}

function FollowEntry({ entry }: { entry: TimelineEntry }) {
  const t = useText();
  const format = useFormat();
  const content = has(entry.body, 'content', 'string') ?? '';
  const [due, done] = [has(entry.body, 'due_at', 'string'), has(entry.body, 'done_at', 'string')];
  return (
    <TimelineItem
      entry={entry}
      tone="warning"
      icon={CalendarCheck}
      says={
        <>
          {done ? (
            <span>{t('customers.follow.doneAt', { time: format.dateTime(done) })}</span>
          ) : (
            due && <span>{t('customers.follow.dueAt', { time: format.dateTime(due) })}</span>
          )}
        </>
      }
    >
      <p className="timeline-note">{content}</p>
    </TimelineItem>
  );
}
