import { Button } from '@mantine/core';
import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { customersApi } from '#features/customers/customers/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import type { Conversation } from '../../contract.ts';

const SHOWN = 6;

interface ChooseProps {
  conversation: Conversation;
  isPending: boolean;
  onChoose: (customerId: number) => void;
}

/**
 * Says which customer a visitor is: somebody known, or somebody new with what the visitor told. Whoever does not see all customers
 * finds their own, those of their calls, chats and follow-ups.
 */
export function ChooseCustomer({ conversation: { name, email, phone }, isPending, onChoose }: ChooseProps) {
  const t = useText();
  const can = useCan();
  const [words, setWords] = useState('');
  const seesAll = can('customers.view');
  // An address with stars finds nobody.
  const asked = words.trim() || (email.includes('*') ? '' : email);
  const mayLook = asked.length > 1;
  const { data } = useEndpoint(
    customersApi.list,
    { words: asked, page_size: SHOWN },
    { enabled: mayLook, handlesFailures: true },
  );
  const add = useCommand(customersApi.insert, { invalidates: [customersApi.list], onDone: ({ id }) => onChoose(id) });
  const whole = /^\+?\d{6,}$/.test(phone);
  const wish = {
    full_name: name,
    ...(email && !email.includes('*') ? { emails: [email] } : {}),
    ...(whole ? { phones: [{ number: phone.startsWith('+') ? phone : `+${phone}` }] } : {}),
  };
  const isWorth = name !== '' || 'emails' in wish || 'phones' in wish;
  return (
    <section className="chat-part">
      <h3>{t('chat.customer')}</h3>
      <p>{t('chat.unknownCustomer')}</p>
      <SearchField
        label={t(seesAll ? 'chat.findCustomer' : 'chat.findOwnCustomer')}
        width={1_000}
        value={words}
        onChange={setWords}
      />
      {mayLook && words.trim() !== '' && data?.list.length === 0 && (
        <p role="status">{t(seesAll ? 'chat.noCustomerFound' : 'chat.noOwnCustomerFound')}</p>
      )}
      {mayLook &&
        data?.list.map((one) => (
          <Button
            key={one.id}
            mt={6}
            size="xs"
            variant="default"
            fullWidth
            loading={isPending}
            onClick={() => onChoose(one.id)}
          >
            {[one.full_name || `${one.first_name} ${one.last_name}`.trim(), one.company, one.emails[0]]
              .filter(Boolean)
              .join(' · ') || `#${one.id}`}
          </Button>
        ))}
      {isWorth && (
        <Button
          mt={6}
          size="xs"
          variant="default"
          loading={add.isPending || isPending}
          leftSection={<UserRoundPlus size={14} aria-hidden />}
          onClick={() => add.mutate(wish)}
        >
          {t('chat.addCustomer')}
        </Button>
      )}
    </section>
  );
}
