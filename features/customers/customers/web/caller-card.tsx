import { Button } from '@mantine/core';
import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { customersApi } from '../contract.ts';
import { lookUpOf, nameOf } from './look-up.ts';
import { KnownCustomer } from './parts/known-customer.tsx';
import './customers.css';

interface CallerCardProps {
  /** With its country's code, or as much of it as the reader may see. */
  number: string;
  callId: string | null;
  isMonitoring: boolean;
}

const LOOKED_UP = 30;

/** [PHONE-20] Who is on the phone: known, one of several, or a stranger to be added. */
export default function CallerCard({ number, callId, isMonitoring }: CallerCardProps) {
  const t = useText();
  const asked = lookUpOf({ countryCode: '', number, pageSize: isMonitoring ? 0 : LOOKED_UP, callId });
  const { data, isPending, error } = useEndpoint(customersApi.list, asked ?? {}, {
    enabled: asked !== null,
    handlesFailures: true,
  });
  const [chosenId, setChosenId] = useState<number | null>(null);
  if (asked === null || error) return null;
  if (isPending) return <LoadingLines lines={3} />;
  const found = data.list;
  const chosen = found.length === 1 ? found[0] : found.find(({ id }) => id === chosenId);
  if (chosen)
    return (
      <KnownCustomer
        key={chosen.id}
        first={chosen}
        callId={callId}
        {...(found.length > 1 ? { onBack: () => setChosenId(null) } : {})}
      />
    );
  return (
    <section className="caller-card" aria-label={t('customers.one')}>
      {found.length > 1 ? (
        <>
          <p>{t('customers.severalMatch', { count: found.length })}</p>
          {found.map((one) => (
            <Button key={one.id} size="xs" variant="default" fullWidth onClick={() => setChosenId(one.id)}>
              {[nameOf(one), one.company].filter(Boolean).join(' · ') || `#${one.id}`}
            </Button>
          ))}
        </>
      ) : (
        <Stranger number={number} />
      )}
    </section>
  );
}

/** Only whole numbers can be added: of a hidden one nobody here knows the digits. */
function Stranger({ number }: { number: string }) {
  const t = useText();
  const add = useCommand(customersApi.queryOrCreate, { invalidates: [customersApi.list, customersApi.myList] });
  return (
    <>
      <p>{t('customers.unknownCaller')}</p>
      {/^\+?\d{5,}$/.test(number) && (
        <Button
          size="xs"
          variant="default"
          loading={add.isPending}
          leftSection={<UserRoundPlus size={14} aria-hidden />}
          onClick={() => add.mutate({ phones: [{ number: number.startsWith('+') ? number : `+${number}` }] })}
        >
          {t('customers.addCaller')}
        </Button>
      )}
    </>
  );
}
