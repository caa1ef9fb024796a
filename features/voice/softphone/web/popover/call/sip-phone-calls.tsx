import { Button } from '@mantine/core';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { callsApi, type LiveCall } from '#features/voice/calls/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { phoneRefusals } from '#shared/phone-refusals.ts';
import { mergeOf } from '../../../core/two-calls.ts';
import type { PhoneView } from '../../desk/phone-desk.ts';
import { Consulting } from './consulting.tsx';
import './consulting.css';

/** Calls at a phone beside the page, which shows the page’s own call alone; none where the page is the phone. */
const callsOf = ({ phone: { account }, calls }: PhoneView): readonly LiveCall[] =>
  account.is === 'refused' && account.code === phoneRefusals.sipPhoneInstead
    ? calls.filter(({ role }) => role !== 'supervisor')
    : [];

/**
 * What goes on at the agent’s SIP phone: two calls can become one, and who is in a call of three is held, muted and let go here.
 * `shown`: the call whose own card stands below, which says and does the same.
 */
export function SipPhoneCalls({ view, shown }: { view: PhoneView; shown?: string | undefined }) {
  const t = useText();
  const merge = useCommand(callsApi.merge);
  const calls = callsOf(view);
  const two = mergeOf(calls);
  if (calls.every(({ callId }) => callId === shown)) return null;
  return (
    <section className="consulting" data-tone="blue" aria-label={t('softphone.sipPhone.calls')}>
      <b>{t('softphone.sipPhone.calls')}</b>
      <ul>
        {calls.map((call) => (
          <li key={call.callId}>
            <span>
              <b>{call.fromChat ? t('softphone.call.chatVisitor') : spokenNumber(call.customerNumber)}</b>
              <small>{t(`softphone.sipPhone.${standing(call)}`)}</small>
            </span>
          </li>
        ))}
      </ul>
      {two && (
        <div>
          <Button size="xs" loading={merge.isPending} onClick={() => merge.mutate(two)}>
            {t('softphone.transfer.merge')}
          </Button>
        </div>
      )}
      {calls.map(
        ({ callId, role, transfer }) =>
          role === 'agent' &&
          transfer &&
          callId !== shown && <Consulting key={callId} callId={callId} transfer={transfer} />,
      )}
    </section>
  );
}

const standing = ({ state, held }: LiveCall): 'ringing' | 'dialing' | 'held' | 'talking' =>
  state === 'ringing' || state === 'dialing' ? state : held === 'customer' || held === 'both' ? 'held' : 'talking';
