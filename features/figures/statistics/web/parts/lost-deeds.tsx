import { ActionIcon, Button } from '@mantine/core';
import { Check, PhoneCall, RotateCcw, Undo2 } from 'lucide-react';
import { useCallBack, usePhoneDesk } from '#features/voice/softphone/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { statisticsApi, type LostCaller } from '../../contract.ts';
import { callerName } from './caller-name.ts';

/** What can be done about a lost caller. Calling back takes them first, so that no two people do. */
export function LostDeeds({ lost, onFinish }: { lost: LostCaller; onFinish: () => void }) {
  const t = useText();
  const me = useViewer()?.userId;
  const callBack = useCallBack();
  const hasPhone = usePhoneDesk() !== null;
  const invalidates = [statisticsApi.lostCallers];
  const claim = useCommand(statisticsApi.claimLost, { invalidates });
  const release = useCommand(statisticsApi.releaseLost, { invalidates });
  const { callId, claimed, done } = lost;
  const isMine = claimed?.userId === me;
  const name = callerName(lost);
  if (done)
    return (
      <ActionIcon
        variant="subtle"
        aria-label={`${t('statistics.lost.reopen')}: ${name}`}
        data-hint={t('statistics.lost.reopen')}
        loading={release.isPending}
        onClick={() => release.mutate({ callId })}
      >
        <RotateCcw size={16} aria-hidden />
      </ActionIcon>
    );
  return (
    <span className="lost-deeds">
      {!isMine && (
        <Button
          size="compact-sm"
          variant="default"
          loading={claim.isPending}
          data-hint={claimed ? t('statistics.lost.taken', { name: claimed.userName }) : undefined}
          onClick={() => claim.mutate({ callId, takeOver: claimed !== null })}
        >
          {t(claimed ? 'statistics.lost.takeOver' : 'statistics.lost.claim')}
        </Button>
      )}
      {hasPhone && lost.canCallback && (isMine || !claimed) && (
        <ActionIcon
          variant="subtle"
          color="green"
          aria-label={t('statistics.lost.callNamed', { name })}
          data-hint={t('statistics.lost.call')}
          onClick={() =>
            isMine ? callBack(lost) : claim.mutate({ callId, takeOver: false }, { onSuccess: () => callBack(lost) })
          }
        >
          <PhoneCall size={16} aria-hidden />
        </ActionIcon>
      )}
      {isMine && (
        <ActionIcon
          variant="subtle"
          aria-label={`${t('statistics.lost.release')}: ${name}`}
          data-hint={t('statistics.lost.release')}
          loading={release.isPending}
          onClick={() => release.mutate({ callId })}
        >
          <Undo2 size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        aria-label={`${t('statistics.lost.done')}: ${name}`}
        data-hint={t('statistics.lost.done')}
        onClick={onFinish}
      >
        <Check size={17} aria-hidden />
      </ActionIcon>
    </span>
  );
}
