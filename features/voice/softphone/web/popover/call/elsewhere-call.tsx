import { Button } from '@mantine/core';
import { ArrowRightLeft, Pause, PhoneOff, Play } from 'lucide-react';
import { Suspense, useState } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { callsApi, type LiveCall } from '#features/voice/calls/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { CallWho } from './call-who.tsx';
import { CallerMark } from './caller-mark.tsx';
import { Consulting } from './consulting.tsx';
import { TransferFailure } from './transfer-failure.tsx';
import './active-call.css';
import './call-card.css';

const TransferPanel = lazy(() => import('./transfer-panel.tsx'));

/** A call at another device of the agent, a SIP phone or a mobile: what the server can do for it is done here. */
export function ElsewhereCall({ live, isMobile }: { live: LiveCall; isMobile: boolean }) {
  const t = useText();
  const [isHandingOn, setHandingOn] = useState(false);
  const hold = useCommand(callsApi.hold);
  const unhold = useCommand(callsApi.unhold);
  const hangUp = useCommand(callsApi.hangUp);
  const { callId, state, direction, customerNumber, customerCountry, held, transfer, failedTransfer } = live;
  const number = live.fromChat ? t('softphone.call.chatVisitor') : spokenNumber(customerNumber);
  const isAgent = live.role === 'agent';
  const isTalking = state === 'talking';
  const words =
    state === 'ringing'
      ? t(isMobile ? 'softphone.elsewhere.take' : 'softphone.elsewhere.ringsThere')
      : t(`softphone.elsewhere.${waitsIn(live) ? 'held' : state}`);
  return (
    <>
      <div className="call-card">
        <CallWho
          who={{
            title: number,
            number,
            iso2: direction === 'internal' ? '' : (customerCountry ?? ''),
            groupName: live.taskName ?? '',
          }}
        />
        <CallerMark live={live} />
        <output>{words}</output>
      </div>
      {isAgent && transfer && <Consulting callId={callId} transfer={transfer} />}
      {failedTransfer && !transfer && <TransferFailure failed={failedTransfer} />}
      {isAgent && isTalking && !transfer && (
        <div className="call-actions">
          <Button
            variant="default"
            leftSection={held ? <Play size={15} aria-hidden /> : <Pause size={15} aria-hidden />}
            loading={hold.isPending || unhold.isPending}
            onClick={() => (held ? unhold : hold).mutate({ callId })}
          >
            {t(held ? 'softphone.call.resume' : 'softphone.call.hold')}
          </Button>
          <Button
            variant="default"
            aria-pressed={isHandingOn}
            leftSection={<ArrowRightLeft size={15} aria-hidden />}
            onClick={() => setHandingOn(!isHandingOn)}
          >
            {t('softphone.call.transfer')}
          </Button>
        </div>
      )}
      {isHandingOn && isTalking && !transfer && (
        <Suspense fallback={<LoadingLines lines={4} />}>
          <TransferPanel callId={callId} onDone={() => setHandingOn(false)} />
        </Suspense>
      )}
      <Button
        color="red"
        leftSection={<PhoneOff size={15} aria-hidden />}
        loading={hangUp.isPending}
        onClick={() => hangUp.mutate({ callId })}
      >
        {t('softphone.call.hangUp')}
      </Button>
    </>
  );
}

/** Whether this conversation stands still: who waits while another is asked is not whoever asks, nor whom they ask. */
const waitsIn = ({ role, held, transfer }: LiveCall): boolean =>
  role !== 'supervisor' && (transfer ? held === 'both' || (role === 'third' && held === 'third') : held !== null);
