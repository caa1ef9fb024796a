import { Alert, Button } from '@mantine/core';
import { Phone, PhoneOff, RotateCcw, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useCallNumber } from '#features/voice/softphone/web/index.ts';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { Initials } from '#platform/web/ui/initials.tsx';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { customersApi, type Customer } from '../contract.ts';
import { nameOf } from './look-up.ts';
import { CustomerDeeds } from './parts/customer-deeds.tsx';
import { CustomerFacts } from './parts/customer-facts.tsx';
import { CustomerTimeline } from './parts/customer-timeline.tsx';
import { Duplicates } from './parts/duplicates.tsx';
import { EraseCertificate, type Erased } from './parts/erase-certificate.tsx';
import { FollowUps } from './parts/follow-ups.tsx';
import { TagList } from './parts/tag-list.tsx';
import { restore, toastDeleted } from './parts/undo.ts';
import { useSaveCustomer } from './use-save-customer.ts';
import './customers.css';

/** One customer: who it is, what happened, what is to be done. */
export default function CustomerPage() {
  const id = Number(useParams()['id']);
  const navigate = useNavigate();
  const t = useText();
  // Nothing is asked any more about a person who is gone.
  const [erased, setErased] = useState<Erased | null>(null);
  const { data, error, refetch } = useEndpoint(
    customersApi.get,
    { id },
    { handlesFailures: true, enabled: Number.isSafeInteger(id) && erased === null },
  );
  // The id of a duplicate leads to where it went.
  const survivor = data && data.id !== id ? data.id : null;
  useEffect(() => {
    if (survivor !== null) void navigate(`/customers/${survivor}`, { replace: true });
  }, [survivor, navigate]);
  if (erased) return <EraseCertificate erased={erased} onClose={() => void navigate('/customers')} />;
  if (error && !data) return <ErrorState error={error} title={t('customers.gone')} onRetry={() => void refetch()} />;
  return data ? <Shown key={data.id} customer={data} onErased={setErased} /> : <LoadingPage />;
}

interface ShownProps {
  customer: Customer;
  onErased: (what: Erased) => void;
}

function Shown({ customer, onErased }: ShownProps) {
  const t = useText();
  const can = useCan();
  const format = useFormat();
  const save = useSaveCustomer(customer);
  const isDeleted = customer.deleted_at !== null;
  // Led here from a call, to note or plan what comes of it; one that never came about has no id.
  const followedCall = useAddressQuery()[0].get('follow');
  return (
    <Page>
      <div className="customer-page">
        <Header customer={customer} onErased={onErased} />
        {isDeleted && (
          <Alert color="red" title={t('customers.isDeleted', { time: format.dateTime(customer.deleted_at) })}>
            {can('customers.delete') && (
              <Button
                size="xs"
                variant="default"
                leftSection={<RotateCcw size={14} aria-hidden />}
                onClick={() => void restore({ ids: [customer.id] })}
              >
                {t('customers.restore')}
              </Button>
            )}
          </Alert>
        )}
        {!isDeleted && can('customers.edit') && <Duplicates customer={customer} />}
        <div className="customer-columns">
          <Card title={t('customers.details')}>
            <CustomerFacts customer={customer} save={save} />
          </Card>
          <div>
            {!isDeleted && can('follow-records.use') && (
              <Card>
                <FollowUps customerId={customer.id} callId={followedCall || null} isWanted={followedCall !== null} />
              </Card>
            )}
            <Card>
              <CustomerTimeline id={customer.id} />
            </Card>
          </div>
        </div>
      </div>
    </Page>
  );
}

function Header({ customer, onErased }: ShownProps) {
  const t = useText();
  const can = useCan();
  const navigate = useNavigate();
  const callNumber = useCallNumber();
  const [phone] = customer.phones;
  const spoken = phone ? spokenNumber(phone.number) : '';
  const name = nameOf(customer) || customer.company || spoken || customer.emails[0] || t('customers.nameless');
  const remove = useCommand(customersApi.remove, {
    invalidates: [customersApi.list, customersApi.myList],
    onDone: ({ deletion_id: deletionId }) => (toastDeleted(1, deletionId), void navigate('/customers')),
  });
  return (
    <header className="customer-header">
      <Initials name={name} size={44} />
      <div>
        <h2>{name}</h2>
        <p>
          {customer.company && customer.company !== name && <span>{customer.company}</span>}
          {customer.do_not_call && (
            <Badge tone="red">
              <PhoneOff size={12} aria-hidden /> {t('customers.field.do_not_call')}
            </Badge>
          )}
          <TagList tags={customer.tags} />
        </p>
      </div>
      <div className="page-actions">
        {callNumber && phone && !customer.do_not_call && customer.deleted_at === null && (
          <Button
            color="green"
            leftSection={<Phone size={15} aria-hidden />}
            onClick={() => callNumber({ ...phone, name: nameOf(customer) || (phone.word ? spoken : '') })}
          >
            {t('customers.call')}
          </Button>
        )}
        {can('customers.delete') && customer.deleted_at === null && (
          <Button
            variant="default"
            loading={remove.isPending}
            leftSection={<Trash2 size={15} aria-hidden />}
            onClick={() => remove.mutate({ id: customer.id })}
          >
            {t('customers.delete')}
          </Button>
        )}
        <CustomerDeeds customer={customer} name={name} onErased={onErased} />
      </div>
    </header>
  );
}
