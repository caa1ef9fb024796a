import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { customersApi } from '../contract.ts';
import { CustomerTimeline } from './parts/customer-timeline.tsx';
import { KnownCustomer } from './parts/known-customer.tsx';
import './customers.css';

/** A customer beside a conversation: facts, tags and follow-ups edited in place, and the history when it is wanted. */
export default function CustomerCard({ customerId, onBack }: { customerId: number; onBack?: () => void }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useEndpoint(customersApi.get, { id: customerId }, { handlesFailures: true });
  if (error && !data) return <p>{t('customers.gone')}</p>;
  if (!data) return <LoadingLines lines={4} />;
  return (
    <>
      <KnownCustomer first={data} callId={null} {...(onBack ? { onBack } : {})} />
      <details className="caller-card" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('customers.timeline')}</summary>
        {isOpen && <CustomerTimeline id={data.id} />}
      </details>
    </>
  );
}
