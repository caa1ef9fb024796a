import { Button } from '@mantine/core';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { callsApi, type LiveCall } from '#features/voice/calls/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';

/** A transfer under way, in words, and what can still be done about it. */
export function TransferState({
  callId,
  transfer: { kind, to, toUserId, talkingTo, answered },
}: {
  callId: string;
  transfer: NonNullable<LiveCall['transfer']>;
}) {
  const t = useText();
  const commands = [
    useCommand(callsApi.transferComplete),
    useCommand(callsApi.transferSwap),
    useCommand(callsApi.transferCancel),
  ] as const;
  const [complete, swap, cancel] = commands;
  const isBusy = commands.some(({ isPending }) => isPending);
  const who = toUserId === null ? spokenNumber(to) : to;
  return (
    <div className="bench-transferring">
      <output>
        {kind === 'blind'
          ? t('workbench.transfer.blind', { who })
          : !answered
            ? t('workbench.transfer.rings', { who })
            : talkingTo === 'third'
              ? t('workbench.transfer.third', { who })
              : t('workbench.transfer.customer', { who })}
      </output>
      <div className="bench-actions">
        {kind === 'consult' && answered && (
          <>
            <Button size="xs" variant="default" disabled={isBusy} onClick={() => complete.mutate({ callId })}>
              {t('workbench.transfer.complete')}
            </Button>
            <Button size="xs" variant="default" disabled={isBusy} onClick={() => swap.mutate({ callId })}>
              {t('workbench.transfer.swap')}
            </Button>
          </>
        )}
        <Button size="xs" variant="default" disabled={isBusy} onClick={() => cancel.mutate({ callId })}>
          {t('workbench.transfer.cancel')}
        </Button>
      </div>
    </div>
  );
}
