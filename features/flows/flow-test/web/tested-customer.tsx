import { Button, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { customersApi } from '#features/customers/customers/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import type { TestWishes } from './flow-testing.ts';

const SHOWN = 6;
const PAUSE_MS = 250;

interface TestedCustomerProps {
  chosen: TestWishes['customer'];
  isLocked: boolean;
  onChoose(customer: TestWishes['customer']): void;
}

/** Whom the flow shall take the caller for: somebody this person may see, found by what is typed. */
export function TestedCustomer({ chosen, isLocked, onChoose }: TestedCustomerProps) {
  const t = useText();
  const can = useCan();
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const isLooking = chosen === null && words.length > 1;
  const { data } = useEndpoint(
    can('customers.view') ? customersApi.list : customersApi.myList,
    { words, page_size: SHOWN },
    { enabled: isLooking, handlesFailures: true },
  );
  return (
    <div className="flow-test-customer">
      <TextInput
        size="xs"
        label={t('flow-test.customer')}
        description={t('flow-test.customerHint')}
        placeholder={t('flow-test.customerFind')}
        disabled={isLocked}
        readOnly={chosen !== null}
        value={chosen?.name ?? typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        rightSection={
          chosen && (
            <CloseButton
              size="xs"
              disabled={isLocked}
              aria-label={t('flow-test.customerClear')}
              onClick={() => onChoose(null)}
            />
          )
        }
      />
      {isLooking && data?.list.length === 0 && <small>{t('flow-test.customerNone')}</small>}
      {isLooking &&
        data?.list.map((one) => {
          const person = one.full_name || `${one.first_name} ${one.last_name}`.trim();
          const name = [person, one.company].filter(Boolean).join(' · ') || `#${one.id}`;
          return (
            <Button
              key={one.id}
              mt={4}
              size="xs"
              variant="default"
              fullWidth
              disabled={isLocked}
              onClick={() => onChoose({ id: one.id, name })}
            >
              {name}
            </Button>
          );
        })}
    </div>
  );
}
