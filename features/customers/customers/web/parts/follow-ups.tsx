import { Button, Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { followRecordsApi, type FollowRecord } from '#features/customers/follow-records/contract.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { browserZone, fromWallTime, fromWire, toWire } from '#platform/web/zone.ts';
import { customersApi } from '../../contract.ts';
import { usePeople } from '../choices.ts';

const invalidates = [followRecordsApi.list, customersApi.timeline];
const SHOWN = 20;
const intoFocus = (field: HTMLTextAreaElement | null) => field?.focus();

/** What is still to be done with a customer, and a way to note or plan more. */
export function FollowUps({
  customerId,
  callId = null,
  isWanted = false,
}: {
  customerId: number;
  callId?: string | null;
  /** Somebody came to write one. */
  isWanted?: boolean;
}) {
  const t = useText();
  const open = useEndpoint(
    followRecordsApi.list,
    { customer_id: customerId, open: 'true', page_size: SHOWN },
    { handlesFailures: true },
  );
  return (
    <section className="follow-ups" aria-label={t('customers.follow')}>
      <h3>{t('customers.follow')}</h3>
      {open.isError && !open.data ? (
        <ErrorState error={open.error} onRetry={() => void open.refetch()} />
      ) : open.isPending ? (
        <LoadingLines lines={2} />
      ) : (
        <ul>
          {open.data.list
            .filter(({ due_at: due }) => due !== null)
            .map((one) => (
              <Open key={one.id} record={one} />
            ))}
        </ul>
      )}
      <Adding customerId={customerId} callId={callId} isWanted={isWanted} />
    </section>
  );
}

function Open({ record: { id, content, due_at: due, assignee } }: { record: FollowRecord }) {
  const t = useText();
  const format = useFormat();
  const update = useCommand(followRecordsApi.update, { invalidates });
  const [nowMs] = useState(() => Date.now());
  const isLate = due !== null && fromWire(due).getTime() < nowMs;
  return (
    <li data-late={isLate || undefined}>
      <Checkbox
        aria-label={t('customers.follow.done', { content })}
        disabled={update.isPending}
        checked={false}
        onChange={() => update.mutate({ id, done: true })}
      />
      <span>
        {content}
        <small>
          {[due && t('customers.follow.dueAt', { time: format.dateTime(due) }), assignee].filter(Boolean).join(' · ')}
        </small>
      </span>
    </li>
  );
}

function Adding({ customerId, callId, isWanted }: { customerId: number; callId: string | null; isWanted: boolean }) {
  const t = useText();
  const viewer = useViewer();
  const people = usePeople();
  const zone = viewer?.timeZone || browserZone();
  const [content, setContent] = useState('');
  const [due, setDue] = useState('');
  const [assignee, setAssignee] = useState(String(viewer?.userId ?? ''));
  const add = useCommand(followRecordsApi.add, {
    invalidates,
    done: 'ui.saved',
    onDone: () => (setContent(''), setDue('')),
  });
  const isPlanned = due.length === 16;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (content.trim() === '') return;
        add.mutate({
          customer_id: customerId,
          content: content.trim(),
          call_id: callId,
          ...(isPlanned
            ? {
                due_at: toWire(fromWallTime(`${due.replace('T', ' ')}:00`, zone)),
                assignee_id: assignee ? Number(assignee) : null,
              }
            : {}),
        });
      }}
    >
      <Textarea
        ref={isWanted ? intoFocus : null}
        aria-label={t('customers.follow.content')}
        placeholder={t('customers.follow.content')}
        rows={2}
        maxLength={2_000}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
      />
      <div className="follow-planning">
        <TextInput
          type="datetime-local"
          size="xs"
          aria-label={t('customers.follow.due')}
          value={due}
          onChange={(event) => setDue(event.currentTarget.value.slice(0, 16))}
        />
        {isPlanned && (
          <Select
            size="xs"
            searchable
            aria-label={t('customers.follow.assignee')}
            data={people}
            value={assignee || null}
            onChange={(next) => setAssignee(next ?? '')}
          />
        )}
        <Button size="xs" type="submit" loading={add.isPending} disabled={content.trim() === ''}>
          {t(isPlanned ? 'customers.follow.plan' : 'customers.follow.note')}
        </Button>
      </div>
    </form>
  );
}
