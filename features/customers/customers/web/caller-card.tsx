import { Button } from '@mantine/core';
import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { callRecordsApi } from '#features/voice/call-records/contract.ts';
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
  // Undefined: as the call says. Null: somebody chooses anew.
  const [picked, setPicked] = useState<number | null>();
  const isShared = callId !== null && (data?.list.length ?? 0) > 1;
  const caller = useEndpoint(
    customersApi.callerOf,
    { call_id: callId ?? '' },
    { enabled: isShared, handlesFailures: true },
  );
  const choose = useCommand(customersApi.chooseCaller, {
    invalidates: [customersApi.callerOf, customersApi.timeline, callRecordsApi.customerDetailPage],
    onFailed: () => setPicked(undefined),
  });
  if (asked === null || error) return null;
  if (isPending) return <LoadingLines lines={3} />;
  const found = data.list;
  if (isShared && caller.isPending) return <LoadingLines lines={3} />;
  const chosenId = picked === undefined ? caller.data?.customer_id : picked;
  const chosen = found.length === 1 ? found[0] : found.find(({ id }) => id === chosenId);
  // The choice belongs to the call; whoever only listens just looks.
  const pick = (id: number) => {
    setPicked(id);
    if (callId !== null && !isMonitoring) choose.mutate({ call_id: callId, customer_id: id });
  };
  if (chosen)
    return (
      <KnownCustomer
        key={chosen.id}
        first={chosen}
        callId={callId}
        {...(found.length > 1 ? { onBack: () => setPicked(null) } : {})}
      />
    );
  return (
    <div role="group" className="caller-card" aria-label={t('customers.one')}>
      {found.length > 1 ? (
        <>
          <p>{t('customers.severalMatch', { count: found.length })}</p>
          {found.map((one) => (
            <Button key={one.id} size="xs" variant="default" fullWidth onClick={() => pick(one.id)}>
              {[nameOf(one), one.company].filter(Boolean).join(' · ') || `#${one.id}`}
            </Button>
          ))}
        </>
      ) : (
        <Stranger number={number} />
      )}
    </div>
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
