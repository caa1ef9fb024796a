import { Button } from '@mantine/core';
import { ChevronDown, ChevronUp, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { customersApi, type Customer } from '../../contract.ts';
import { useSaveCustomer } from '../use-save-customer.ts';
import { CustomerFacts } from './customer-facts.tsx';
import { FollowUps } from './follow-ups.tsx';
import { TagList } from './tag-list.tsx';

/** What matters of a customer while one talks with them, edited in place; the rest unfolds. */
export function KnownCustomer({
  first,
  callId,
  onBack,
}: {
  first: Customer;
  callId: string | null;
  onBack?: () => void;
}) {
  const t = useText();
  const can = useCan();
  const { data } = useEndpoint(customersApi.get, { id: first.id }, { handlesFailures: true });
  const customer = data ?? first;
  const save = useSaveCustomer(customer);
  const [isUnfolded, setUnfolded] = useState(false);
  const Chevron = isUnfolded ? ChevronUp : ChevronDown;
  return (
    <div role="group" className="caller-card" aria-label={t('customers.one')}>
      <p className="caller-head">
        <TagList tags={customer.tags} />
        {onBack && (
          <Button size="compact-xs" variant="subtle" onClick={onBack}>
            {t('customers.chooseOther')}
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="subtle"
          component={Link}
          to={`/customers/${customer.id}`}
          rightSection={<ExternalLink size={13} aria-hidden />}
        >
          {t('customers.openPage')}
        </Button>
      </p>
      <CustomerFacts customer={customer} save={save} short isFolded={!isUnfolded} />
      <Button
        size="compact-xs"
        variant="subtle"
        aria-expanded={isUnfolded}
        rightSection={<Chevron size={13} aria-hidden />}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        {isUnfolded ? t('customers.lessFacts') : t('customers.moreFacts')}
      </Button>
      {can('follow-records.use') && <FollowUps customerId={customer.id} callId={callId} />}
    </div>
  );
}
