import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { customersApi, type Customer } from '../../contract.ts';
import { nameOf } from '../look-up.ts';
import { MergeDialog } from './merge-dialog.tsx';

/** Says that others have the same number or address, and makes one of them. */
export function Duplicates({ customer }: { customer: Customer }) {
  const t = useText();
  const { data } = useEndpoint(customersApi.duplicates, { id: customer.id }, { handlesFailures: true });
  const [other, setOther] = useState<Customer | null>(null);
  const others = [
    ...new Map(
      (data ?? [])
        .flatMap((group) => group.customers)
        .filter(({ id }) => id !== customer.id)
        .map((one) => [one.id, one]),
    ).values(),
  ];
  if (others.length === 0) return null;
  return (
    <>
      <Alert color="orange" title={t('customers.duplicates', { count: others.length })}>
        <div className="page-actions">
          {others.slice(0, 5).map((one) => (
            <Button key={one.id} size="xs" variant="default" onClick={() => setOther(one)}>
              {t('customers.mergeWith', { name: nameOf(one) || one.company || `#${one.id}` })}
            </Button>
          ))}
        </div>
      </Alert>
      {other && <MergeDialog keep={customer} others={[other]} onClose={() => setOther(null)} />}
    </>
  );
}
