import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { duration, useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ErrorLine, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { PreviewResult } from '#shared/codes/preview-result.ts';
import { PreviewTaskState } from '#shared/codes/preview-task-state.ts';
import { dialerApi, type CustomerDeed, type DialerCall, type DialerCustomer } from '../../contract.ts';
import { CallStatus } from './call-status.tsx';
import { useCustomerDeeds } from './use-customer-deeds.ts';
import '#platform/web/ui/fact-list.css';

interface PanelProps {
  taskId: number;
  customer: DialerCustomer;
  mayEdit: boolean;
  onClose: () => void;
}

/** A customer of a task: what came with them, what came of them, and every call. */
export function DialerCustomerPanel({ taskId, customer, mayEdit, onClose }: PanelProps) {
  const t = useText();
  const format = useFormat();
  const can = useCan();
  const calls = useEndpoint(dialerApi.calls, { customerId: customer.id }, { handlesFailures: true, staleMs: 0 });
  const isOpen = customer.taskState === PreviewTaskState.incomplete;
  const allFacts: { name: string; value: ReactNode }[] = [
    { name: t('dialer.column.phone'), value: <span className="figures">{spokenNumber(customer.phone)}</span> },
    { name: t('dialer.column.state'), value: <CodeBadge table={PreviewTaskState} code={customer.taskState} /> },
    { name: t('dialer.column.result'), value: <CodeBadge table={PreviewResult} code={customer.result} /> },
    { name: t('dialer.column.closedBy'), value: customer.closedBy && t(`dialer.closedBy.${customer.closedBy}`) },
    { name: t('dialer.column.nextAt'), value: isOpen && customer.nextAt && format.dateTime(customer.nextAt) },
    { name: t('dialer.column.waitsFor'), value: customer.waitsFor && t(`dialer.waitsFor.${customer.waitsFor}`) },
    { name: t('dialer.customers.aside'), value: customer.isSetAside && t('dialer.yes') },
    ...Object.entries(customer.columns).map(([name, value]) => ({ name, value })),
  ];
  const facts = allFacts.filter(({ value }) => Boolean(value));
  return (
    <SidePanel opened onClose={onClose} title={customer.customerName || spokenNumber(customer.phone)}>
      <dl className="fact-list">
        {facts.map(({ name, value }, place) => (
          <div key={`${name} ${place}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="fact-heading">{t('dialer.customers.calls')}</h3>
      {calls.error && !calls.data ? (
        <ErrorLine error={calls.error} onRetry={() => void calls.refetch()} />
      ) : (
        <CallList calls={calls.data} />
      )}
      <div className="page-actions dialer-panel-deeds">
        {customer.customerId !== null && can('customers.use') && (
          <Button variant="default" component={Link} to={`/customers/${customer.customerId}`}>
            {t('dialer.customers.open')}
          </Button>
        )}
        {mayEdit && <PanelDeeds taskId={taskId} customer={customer} onClose={onClose} />}
      </div>
    </SidePanel>
  );
}

/** What can be done with a customer as they are. */
const deedsOf = ({ taskState, isSetAside }: DialerCustomer): readonly CustomerDeed[] =>
  taskState === PreviewTaskState.completed
    ? ['reopen', 'callNext', 'remove']
    : isSetAside
      ? ['goOn', 'callNext', 'remove']
      : ['callNext', 'setAside', 'remove'];

function PanelDeeds({ taskId, customer, onClose }: Pick<PanelProps, 'taskId' | 'customer' | 'onClose'>) {
  const t = useText();
  const { operate, isBusy } = useCustomerDeeds(taskId, onClose);
  return deedsOf(customer).map((deed) => (
    <Button
      key={deed}
      disabled={isBusy}
      {...(deed === 'remove' ? { color: 'red', variant: 'light' } : { variant: 'default' })}
      onClick={() => void operate(deed, [customer.id])}
    >
      {t(`dialer.deed.${deed}`)}
    </Button>
  ));
}

function CallList({ calls }: { calls: readonly DialerCall[] | undefined }) {
  const t = useText();
  const format = useFormat();
  if (!calls) return <LoadingLines />;
  if (calls.length === 0) return <p className="dialer-hint">{t('dialer.noCalls')}</p>;
  return (
    <ul className="dialer-calls">
      {calls.map((one) => (
        <li key={one.id}>
          <CallStatus call={one} />
          <small>
            {[
              format.dateTime(one.beganAt),
              one.agentName,
              one.ringSec !== null && t('dialer.call.rang', { sec: one.ringSec }),
              one.waitSec !== null && t('dialer.call.waited', { sec: one.waitSec }),
              one.talkSec > 0 && duration(one.talkSec),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </li>
      ))}
    </ul>
  );
}
