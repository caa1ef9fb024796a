import { Button } from '@mantine/core';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import type { Tone } from '#shared/codes.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { rehearsalApi, type VirtualCaller } from '../../contract.ts';

const tones: Record<VirtualCaller['state'], Tone> = { calling: 'blue', talking: 'green', ended: 'grey' };
const SHOWN = 6;

/** Virtual customers on the phone, the newest first. */
export function Customers({ customers }: { customers: readonly VirtualCaller[] }) {
  const t = useText();
  const format = useFormat();
  const hangUp = useCommand(rehearsalApi.hangUp);
  if (customers.length === 0) return null;
  return (
    <ul className="rehearsal-rows" aria-label={t('rehearsal.customers')}>
      {customers.slice(0, SHOWN).map(({ customerId, from, did, state, since }) => (
        <li key={customerId}>
          <span>
            <b className="figures">{spokenNumber(from)}</b>
            <small>
              {t('rehearsal.to', { number: spokenNumber(did) })} · {format.relative(since)}
            </small>
          </span>
          <Badge tone={tones[state]}>{t(`rehearsal.state.${state}`)}</Badge>
          {state !== 'ended' && (
            <Button
              size="xs"
              variant="default"
              aria-label={t('rehearsal.hangUpLabel', { number: spokenNumber(from) })}
              onClick={() => hangUp.mutate({ customerId })}
            >
              {t('rehearsal.hangUp')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
