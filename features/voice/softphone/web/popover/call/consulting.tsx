import { Button } from '@mantine/core';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { callsApi, type LiveCall } from '#features/voice/calls/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';

/** A transfer under way: to whom, and what can still be done about it. */
export function Consulting({
  callId,
  transfer: { kind, to, toUserId, talkingTo, answered },
}: {
  callId: string;
  transfer: NonNullable<LiveCall['transfer']>;
}) {
  const t = useText();
  const swap = useCommand(callsApi.transferSwap);
  const complete = useCommand(callsApi.transferComplete);
  const cancel = useCommand(callsApi.transferCancel);
  const isBusy = swap.isPending || complete.isPending || cancel.isPending;
  const who = toUserId === null ? spokenNumber(to) : to;
  const words =
    kind === 'blind'
      ? t('softphone.transfer.under', { who })
      : !answered
        ? t('softphone.transfer.rings', { who })
        : talkingTo === 'third'
          ? t('softphone.transfer.withThird', { who })
          : t('softphone.transfer.withCustomer', { who });
  return (
    <div className="consulting" data-tone="violet">
      <output>{words}</output>
      <div>
        {kind === 'consult' && answered && (
          <>
            <Button size="xs" disabled={isBusy} onClick={() => complete.mutate({ callId })}>
              {t('softphone.transfer.complete')}
            </Button>
            <Button size="xs" variant="default" disabled={isBusy} onClick={() => swap.mutate({ callId })}>
              {t('softphone.transfer.swap')}
            </Button>
          </>
        )}
        <Button size="xs" variant="default" disabled={isBusy} onClick={() => cancel.mutate({ callId })}>
          {t('softphone.transfer.cancel')}
        </Button>
      </div>
    </div>
  );
}
