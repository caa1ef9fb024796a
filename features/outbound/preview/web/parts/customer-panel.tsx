import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { PreviewResult } from '#shared/codes/preview-result.ts';
import { PreviewTaskState } from '#shared/codes/preview-task-state.ts';
import { previewApi, type PreviewCustomer } from '../../contract.ts';
import { AttemptList } from './attempt-list.tsx';
import '#platform/web/ui/fact-list.css';

/** A customer of a task: what came with them, what came of them, and every call. */
export function TaskCustomerPanel({
  customer,
  mayEdit,
  onClose,
}: {
  customer: PreviewCustomer;
  mayEdit: boolean;
  onClose: () => void;
}) {
  const t = useText();
  const format = useFormat();
  const can = useCan();
  const calls = useEndpoint(previewApi.attempts, { customerId: customer.id }, { handlesFailures: true, staleMs: 0 });
  const reopen = useCommand(previewApi.updateCustomer, {
    invalidates: [previewApi.customers, previewApi.statistics, previewApi.detail],
    done: 'preview.customers.reopened',
  });
  const allFacts: Fact[] = [
    { name: t('preview.column.phone'), value: <span className="figures">{spokenNumber(customer.phone)}</span> },
    { name: t('preview.column.state'), value: <CodeBadge table={PreviewTaskState} code={customer.taskState} /> },
    { name: t('preview.column.result'), value: <CodeBadge table={PreviewResult} code={customer.result} /> },
    { name: t('preview.column.agentName'), value: customer.agentName || t('preview.customers.nobody') },
    { name: t('preview.closed'), value: customer.closedBy && t(`preview.closedBy.${customer.closedBy}`) },
    { name: t('preview.skipReason'), value: customer.skipReason },
    { name: t('preview.note'), value: customer.note },
    { name: t('preview.followUp'), value: customer.isFollowUp && format.dateTime(customer.nextAt) },
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
      <h3 className="fact-heading">{t('preview.calls')}</h3>
      <AttemptList calls={calls.data} />
      <div className="page-actions">
        {customer.customerId !== null && can('customers.use') && (
          <Button variant="default" component={Link} to={`/customers/${customer.customerId}`}>
            {t('preview.customers.open')}
          </Button>
        )}
        {mayEdit && customer.taskState === PreviewTaskState.completed && (
          <Button
            variant="default"
            loading={reopen.isPending}
            onClick={() => reopen.mutate({ customerId: customer.id, reopen: true })}
          >
            {t('preview.customers.reopen')}
          </Button>
        )}
      </div>
    </SidePanel>
  );
}

interface Fact {
  name: string;
  value: ReactNode;
}
