import { Button, NativeSelect } from '@mantine/core';
import { PhoneIncoming } from 'lucide-react';
import { useEffect, useState } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { callInScripts, type CallInScript } from '#core/rehearsal/rehearsal.port.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { setAnswer, useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { REHEARSAL_CHANGED, rehearsalApi, type VirtualCaller } from '../contract.ts';
import { Customers } from './parts/customers.tsx';
import { NumbersToTry } from './parts/numbers-to-try.tsx';
import './rehearsal.css';

/** A small stage: customers who call in when told to, and numbers that behave as written. */
export default function StageCard() {
  const t = useText();
  const { data, error, refetch } = useEndpoint(rehearsalApi.stage, {}, { handlesFailures: true });
  const callIn = useCommand(rehearsalApi.callIn, { done: 'rehearsal.calling' });
  const [script, setScript] = useState<CallInScript>('talks');
  useEffect(() => onEvent<VirtualCaller>(REHEARSAL_CHANGED, keep), []);
  if (error && !data)
    return (
      <Card title={t('rehearsal.title')}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    );
  const lead = <p className="rehearsal-lead">{t('rehearsal.lead')}</p>;
  if (!data)
    return (
      <Card title={t('rehearsal.title')}>
        {lead}
        <LoadingLines />
      </Card>
    );
  return (
    <Card title={t('rehearsal.title')}>
      {lead}
      <div className="rehearsal-columns">
        <section>
          <h3>{t('rehearsal.callIn')}</h3>
          {data.dids.length === 0 ? (
            <p className="rehearsal-quiet">{t('rehearsal.noNumbers')}</p>
          ) : (
            <>
              <NativeSelect
                label={t('rehearsal.script')}
                value={script}
                onChange={(event) => setScript(event.currentTarget.value as CallInScript)}
                data={callInScripts.map((value) => ({ value, label: t(`rehearsal.script.${value}`) }))}
              />
              <ul className="rehearsal-rows">
                {data.dids.map(({ number, remark, ringsHere }) => (
                  <li key={number}>
                    <span>
                      <b className="figures">{spokenNumber(number)}</b>
                      <small>{[remark, ...(ringsHere ? [t('rehearsal.ringsHere')] : [])].join(' · ')}</small>
                    </span>
                    <Button
                      size="xs"
                      variant="default"
                      leftSection={<PhoneIncoming size={14} aria-hidden />}
                      aria-label={t('rehearsal.callInTo', { number: spokenNumber(number) })}
                      loading={callIn.isPending && callIn.variables.did === number}
                      onClick={() => callIn.mutate({ did: number, script })}
                    >
                      {t('rehearsal.callNow')}
                    </Button>
                  </li>
                ))}
              </ul>
            </>
          )}
          <Customers customers={data.customers} />
        </section>
        <NumbersToTry numbers={data.numbers} />
      </div>
    </Card>
  );
}

/** A pushed customer takes the place of what was known of them. */
function keep(customer: VirtualCaller): void {
  setAnswer(
    rehearsalApi.stage,
    {},
    (before) =>
      before && {
        ...before,
        customers: [customer, ...before.customers.filter((one) => one.customerId !== customer.customerId)],
      },
  );
}
