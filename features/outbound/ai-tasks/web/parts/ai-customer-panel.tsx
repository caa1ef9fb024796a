import { Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { shortClock } from '#core/phone/call-clock.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ErrorLine, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { AiCallStatus } from '#shared/codes/ai-call-status.ts';
import { AiOrderStatus } from '#shared/codes/ai-order-status.ts';
import { AI_NOTE_MAX, aiTasksApi, type AiCustomer, type AiTaskCall, type AiTaskDetail } from '../../contract.ts';
import type { TakesOver } from './call-deeds.tsx';
import { Collected, ConversationPanel } from './conversation-panel.tsx';
import { useCustomerDeeds } from './use-customer-deeds.ts';
import '#platform/web/ui/fact-list.css';
import '#platform/web/ui/form/form.css';

interface AiCustomerPanelProps {
  task: Pick<AiTaskDetail, 'id'> & TakesOver;
  customer: AiCustomer;
  mayEdit: boolean;
  onClose: () => void;
}

/** A customer of a task: what came with them, what came of them, every call, and what can be done. */
export function AiCustomerPanel({ task, customer, mayEdit, onClose }: AiCustomerPanelProps) {
  const t = useText();
  const [isEditing, setEditing] = useState(false);
  const [call, setCall] = useState<AiTaskCall | null>(null);
  const name = customer.customerName || spokenNumber(customer.phone);
  if (call !== null)
    return <ConversationPanel task={task} call={call} mayEdit={mayEdit} onClose={() => setCall(null)} />;
  return (
    <SidePanel opened onClose={onClose} title={name}>
      {isEditing ? (
        <EditCustomer customer={customer} onDone={() => setEditing(false)} />
      ) : (
        <>
          <Facts customer={customer} />
          {mayEdit && <Deeds taskId={task.id} customer={customer} onEdit={() => setEditing(true)} />}
          <h3 className="fact-heading">{t('ai-tasks.tab.calls')}</h3>
          <Calls taskId={task.id} memberId={customer.id} onOpen={setCall} />
          <Collected values={customer.collected} />
        </>
      )}
    </SidePanel>
  );
}

function Facts({ customer }: { customer: AiCustomer }) {
  const t = useText();
  const format = useFormat();
  const allFacts: { name: string; value: ReactNode }[] = [
    { name: t('ai-tasks.column.phone'), value: <span className="figures">{spokenNumber(customer.phone)}</span> },
    { name: t('ai-tasks.column.order'), value: <CodeBadge table={AiOrderStatus} code={customer.orderStatus} /> },
    { name: t('ai-tasks.closed'), value: customer.closedBy && t(`ai-tasks.closedBy.${customer.closedBy}`) },
    { name: t('ai-tasks.column.nextAt'), value: customer.nextAt && format.dateTime(customer.nextAt) },
    { name: t('ai-tasks.note'), value: customer.note },
    ...Object.entries(customer.columns).map(([name, value]) => ({ name, value })),
  ];
  return (
    <dl className="fact-list">
      {allFacts
        .filter(({ value }) => Boolean(value))
        .map(({ name, value }, place) => (
          <div key={`${name} ${place}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** What fits somebody who is so far. */
const deedsFor = {
  [AiOrderStatus.toBeStarted]: ['callNow', 'pause', 'stop'],
  [AiOrderStatus.incomplete]: ['callNow', 'pause', 'stop'],
  [AiOrderStatus.completed]: ['callAgain'],
  [AiOrderStatus.paused]: ['resume', 'stop'],
  [AiOrderStatus.stopped]: ['callAgain'],
} as const;

function Deeds({ taskId, customer, onEdit }: { taskId: number; customer: AiCustomer; onEdit: () => void }) {
  const t = useText();
  const can = useCan();
  const { isBusy, deed } = useCustomerDeeds(taskId);
  return (
    <div className="page-actions ai-customer-deeds">
      {deedsFor[customer.orderStatus].map((name) => (
        <Button
          key={name}
          size="xs"
          disabled={isBusy}
          {...(name === 'stop' ? { color: 'red', variant: 'light' } : { variant: 'default' })}
          onClick={() => void deed(name, [customer.id])}
        >
          {t(`ai-tasks.deed.${name}`)}
        </Button>
      ))}
      <Button size="xs" variant="default" onClick={onEdit}>
        {t('ui.edit')}
      </Button>
      {customer.customerId !== null && can('customers.use') && (
        <Button size="xs" variant="default" component={Link} to={`/customers/${customer.customerId}`}>
          {t('ai-tasks.customers.open')}
        </Button>
      )}
    </div>
  );
}

const CALLS_SHOWN = 50;

function Calls({ taskId, memberId, onOpen }: { taskId: number; memberId: number; onOpen: (call: AiTaskCall) => void }) {
  const t = useText();
  const input = { id: taskId, memberId, page: 1, size: CALLS_SHOWN };
  const { data, error, refetch } = useEndpoint(aiTasksApi.calls, input, { handlesFailures: true, staleMs: 0 });
  if (error && !data) return <ErrorLine error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines />;
  if (data.list.length === 0) return <p className="ai-task-hint">{t('ai-tasks.noCalls')}</p>;
  return (
    <ul className="ai-customer-calls">
      {data.list.map((one) => (
        <li key={one.attemptId}>
          <CallLine call={one} onOpen={() => onOpen(one)} />
        </li>
      ))}
    </ul>
  );
}

function CallLine({ call, onOpen }: { call: AiTaskCall; onOpen: () => void }) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      <span>
        {call.result === null ? (
          <CodeBadge table={AiCallStatus} code={call.status} />
        ) : (
          <CodeBadge table={AiCallResult} code={call.result} />
        )}
        <small>
          {[format.dateTime(call.beganAt), call.talkSec > 0 && shortClock(call.talkSec * 1_000), call.agentName]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <Button size="compact-xs" variant="default" onClick={onOpen}>
        {t('ui.open')}
      </Button>
    </>
  );
}

/** What the flow is told of somebody may be wrong: it is set right here before it calls. */
function EditCustomer({ customer, onDone }: { customer: AiCustomer; onDone: () => void }) {
  const t = useText();
  const [name, setName] = useState(customer.customerName);
  const [priority, setPriority] = useState<number | string>(customer.priority);
  const [note, setNote] = useState(customer.note);
  const [first] = useState(customer.columns);
  const [columns, setColumns] = useState(first);
  const save = useCommand(aiTasksApi.updateCustomer, {
    invalidates: [aiTasksApi.customers],
    done: 'ai-tasks.customers.saved',
    onDone,
  });
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({
          memberId: customer.id,
          note,
          // Only what was changed: whoever sees stars may write neither name nor columns, and goes on with the rest.
          ...(name === customer.customerName ? {} : { name }),
          ...(typeof priority === 'number' ? { priority } : {}),
          ...(columns === first ? {} : { columns }),
        });
      }}
    >
      <TextInput
        label={t('ai-tasks.column.customerName')}
        maxLength={200}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <NumberInput
        min={1}
        max={9}
        allowDecimal={false}
        label={t('ai-tasks.column.priority')}
        value={priority}
        onChange={setPriority}
      />
      {Object.entries(columns).map(([title, value]) => (
        <TextInput
          key={title}
          label={title}
          maxLength={2_000}
          value={value}
          onChange={({ currentTarget }) => setColumns({ ...columns, [title]: currentTarget.value })}
        />
      ))}
      <Textarea
        rows={3}
        label={t('ai-tasks.note')}
        maxLength={AI_NOTE_MAX}
        value={note}
        onChange={({ currentTarget: { value } }) => setNote(value)}
      />
      <div className="form-buttons">
        <Button variant="default" onClick={onDone}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}
