import { Button } from '@mantine/core';
import { RotateCw } from 'lucide-react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { webhooksApi } from '../../contract.ts';
import { useEventName } from '../event-name.ts';
import { whyText } from '../why-text.ts';
import { DeliveryOutcome } from './delivery-outcome.tsx';

/** One delivery beside the list: what was sent, what came back, and sending it again. */
export function DeliveryPanel({ id, mayEdit, onClose }: { id: number | null; mayEdit: boolean; onClose: () => void }) {
  const t = useText();
  return (
    <SidePanel opened={id !== null} onClose={onClose} title={t('webhooks.detailTitle')} size={560}>
      {id !== null && <Detail id={id} mayEdit={mayEdit} />}
    </SidePanel>
  );
}

function Detail({ id, mayEdit }: { id: number; mayEdit: boolean }) {
  const t = useText();
  const format = useFormat();
  const nameOf = useEventName();
  const { data, error, refetch } = useEndpoint(webhooksApi.delivery, { id }, { handlesFailures: true });
  const resend = useCommand(webhooksApi.resend, {
    invalidates: [webhooksApi.log, webhooksApi.delivery, webhooksApi.settings],
    onDone: (delivery) =>
      toast(
        delivery.state === 'delivered'
          ? { tone: 'success', text: t('webhooks.resendDone') }
          : { tone: 'warning', text: `${t('webhooks.resendFailed')}: ${whyText(delivery)}` },
      ),
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines lines={6} />;
  const facts: [string, React.ReactNode][] = [
    [
      t('webhooks.column.event'),
      <>
        {nameOf(data.type)} <code>{data.type}</code>
      </>,
    ],
    [t('webhooks.column.hook'), data.hookName],
    [t('webhooks.column.at'), format.exact(data.createdAt)],
    [t('webhooks.column.state'), <DeliveryOutcome key="state" delivery={data} />],
    [t('webhooks.column.tries'), format.number(data.tries)],
    [t('webhooks.eventId'), <code key="id">{data.eventId}</code>],
  ];
  return (
    <div className="delivery-detail">
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {mayEdit && (
        <Button
          variant="default"
          loading={resend.isPending}
          leftSection={<RotateCw size={14} aria-hidden />}
          onClick={() => resend.mutate({ id })}
        >
          {t('webhooks.resend')}
        </Button>
      )}
      <h3>{t('webhooks.gotAnswer')}</h3>
      {data.answer === null ? (
        <p>{t('webhooks.hidden')}</p>
      ) : data.answer === '' ? (
        <p>{t('webhooks.noAnswer')}</p>
      ) : (
        <pre>{data.answer}</pre>
      )}
      <h3>
        {t('webhooks.sentBody')}
        {data.body !== null && <CopyButton value={data.body} label={t('webhooks.copyBody')} />}
      </h3>
      {data.body === null ? <p>{t('webhooks.hidden')}</p> : <pre>{indented(data.body)}</pre>}
    </div>
  );
}

const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);
