import { Button, Chip } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
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
import { call } from '#platform/web/call.ts';
import { lazily } from '#platform/web/feature.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { callIcons } from '#platform/web/ui/call-icons.ts';
import { CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { keyOf } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { customersApi, type TimelineEntry } from '../../contract.ts';
import { changesIn, fieldText, valueText } from '../change-words.ts';
import { useCustomFields, usePeople, useTags } from '../choices.ts';
import { ChatEntry } from './chat-entry.tsx';
import { has, TimelineHead } from './timeline-head.tsx';

const Recordings = lazily(callRecords, callRecordings);
const kinds = ['call', 'note', 'ai', 'chat', 'sms', 'follow', 'change'] as const;
type Kind = (typeof kinds)[number];

/** Everything that happened with a customer, the newest first. */
export function CustomerTimeline({ id }: { id: number }) {
  const t = useText();
  const can = useCan();
  const [wanted, setWanted] = useState<Kind[]>([]);
  const asked = { id, ...(wanted.length > 0 ? { kinds: wanted } : {}) };
  const pages = useInfiniteQuery({
    queryKey: keyOf(customersApi.timeline, asked),
    queryFn: ({ pageParam, signal }) =>
      call(customersApi.timeline, { ...asked, ...(pageParam ? { before: pageParam } : {}) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    meta: { handled: true },
  });
  const entries = pages.data?.pages.flatMap(({ list }) => list) ?? [];
  const offered = kinds.filter(
    (kind) =>
      (kind !== 'follow' || can('follow-records.use')) &&
      (kind !== 'sms' || can('sms.use')) &&
      (kind !== 'chat' || can('chat.use')),
  );
  return (
    <section className="customer-timeline" aria-label={t('customers.timeline')}>
      <header>
        <h3>{t('customers.timeline')}</h3>
        <Link to={aiCallsOf(id)}>{t('customers.aiCalls')}</Link>
        <div className="timeline-kinds">
          <Chip.Group multiple value={wanted} onChange={(next) => setWanted(next as Kind[])}>
            {offered.map((kind) => (
              <Chip key={kind} size="xs" value={kind}>
                {t(`customers.kind.${kind}`)}
              </Chip>
            ))}
          </Chip.Group>
        </div>
      </header>
      {pages.isError && entries.length === 0 ? (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      ) : pages.isPending ? (
        <LoadingLines lines={5} />
      ) : entries.length === 0 ? (
        <EmptyState icon={<History size={22} />} title={t('customers.noTimeline')} />
      ) : (
        <ol>
          {entries.map((entry) => (
            <Entry key={entry.key} entry={entry} customerId={id} />
          ))}
        </ol>
      )}
      {pages.hasNextPage && (
        <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('customers.older')}
        </Button>
      )}
    </section>
  );
}

/** Calls of AI agents with a customer have a page of their own. */
const aiCallsOf = (customerId: number): string => `/customers/${customerId}/aiCalls`;

function Entry({ entry, customerId }: { entry: TimelineEntry; customerId: number }) {
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
    <li data-tone={tone}>
      <span className="timeline-mark" aria-hidden>
        <Icon size={15} />
      </span>
      <div>
        <TimelineHead entry={entry}>
          {outcome !== null && <CodeBadge table={CallOutcome} code={outcome} look="tag" />}
          {talkSec > 0 && <span className="figures">{shortClock(talkSec * 1_000)}</span>}
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
        </TimelineHead>
        {isOpen && callId && (
          <Suspense fallback={<LoadingLines />}>
            <Recordings callId={callId} />
          </Suspense>
        )}
      </div>
    </li>
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
    <li data-tone={result !== null && AiCallResult.has(result) ? AiCallResult.row(result).tone : 'grey'}>
      <span className="timeline-mark" aria-hidden>
        <Bot size={15} />
      </span>
      <div>
        <TimelineHead entry={entry}>
          {result !== null && <CodeBadge table={AiCallResult} code={result} look="tag" />}
          {seconds > 0 && <span className="figures">{shortClock(seconds * 1_000)}</span>}
          {callId && (
            <Link to={`${aiCallsOf(customerId)}?call=${encodeURIComponent(callId)}`}>{t('customers.talk.show')}</Link>
          )}
          {talkId && can('flow-talks.view') && (
            <Link to={`/seating/aiCall?talk=${encodeURIComponent(talkId)}`}>{t('customers.lookAtTalk')}</Link>
          )}
        </TimelineHead>
      </div>
    </li>
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
    <li
      data-tone={isAnswer ? 'violet' : status !== null && SmsStatus.has(status) ? SmsStatus.row(status).tone : 'grey'}
    >
      <span className="timeline-mark" aria-hidden>
        <Icon size={15} />
      </span>
      <div>
        <TimelineHead entry={entry}>
          <span>{t(isAnswer ? 'customers.sms.answer' : 'customers.kind.sms')}</span>
          {!isAnswer &&
            (status === null ? (
              <span>{t('customers.sms.waiting')}</span>
            ) : (
              <CodeBadge table={SmsStatus} code={status} look="tag" />
            ))}
        </TimelineHead>
        <p className="timeline-note">{has(body, 'text', 'string') ?? ''}</p>
      </div>
    </li>
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
    <li data-tone="grey">
      <span className="timeline-mark" aria-hidden>
        <Pencil size={14} />
      </span>
      <div>
        <TimelineHead entry={entry}>
          <span>{t(`customers.change.${known}`)}</span>
        </TimelineHead>
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
      </div>
    </li>
  );
}

/** What an agent wrote about a call. */
function CallNoteEntry({ entry }: { entry: TimelineEntry }) {
  const t = useText();
  return (
    <li data-tone="warning">
      <span className="timeline-mark" aria-hidden>
        <NotebookPen size={14} />
      </span>
      <div>
        <TimelineHead entry={entry}>
          <span>{t('customers.callNote')}</span>
        </TimelineHead>
        <p className="timeline-note">{has(entry.body, 'text', 'string') ?? ''}</p>
      </div>
    </li>
  );
}

function FollowEntry({ entry }: { entry: TimelineEntry }) {
  const t = useText();
  const format = useFormat();
  const content = has(entry.body, 'content', 'string') ?? '';
  const [due, done] = [has(entry.body, 'due_at', 'string'), has(entry.body, 'done_at', 'string')];
  return (
    <li data-tone="warning">
      <span className="timeline-mark" aria-hidden>
        <CalendarCheck size={15} />
      </span>
      <div>
        <TimelineHead entry={entry}>
          {done ? (
            <span>{t('customers.follow.doneAt', { time: format.dateTime(done) })}</span>
          ) : (
            due && <span>{t('customers.follow.dueAt', { time: format.dateTime(due) })}</span>
          )}
        </TimelineHead>
        <p className="timeline-note">{content}</p>
      </div>
    </li>
  );
}
