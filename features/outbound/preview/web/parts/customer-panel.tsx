import { Button } from '@mantine/core';
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
export function CustomerPanel({
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
  const facts: [string, React.ReactNode][] = [
    [t('preview.column.phone'), <span className="figures">{spokenNumber(customer.phone)}</span>],
    [t('preview.column.state'), <CodeBadge table={PreviewTaskState} code={customer.taskState} />],
    [t('preview.column.result'), <CodeBadge table={PreviewResult} code={customer.result} />],
    [t('preview.column.agentName'), customer.agentName || t('preview.customers.nobody')],
    ...(customer.closedBy ? [pair(t('preview.closed'), t(`preview.closedBy.${customer.closedBy}`))] : []),
    ...(customer.skipReason ? [pair(t('preview.skipReason'), customer.skipReason)] : []),
    ...(customer.note ? [pair(t('preview.note'), customer.note)] : []),
    ...(customer.isFollowUp ? [pair(t('preview.followUp'), format.dateTime(customer.nextAt))] : []),
    ...Object.entries(customer.columns),
  ];
  return (
    <SidePanel opened onClose={onClose} title={customer.customerName || spokenNumber(customer.phone)}>
      <dl className="fact-list">
        {facts.map(([name, value], place) => (
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

const pair = (name: string, value: string): [string, string] => [name, value];
