import { Button } from '@mantine/core';
import { Headset, PhoneOff } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { ConnectionStatus } from '#shared/codes/connection-status.ts';
import { aiTasksApi, type AiTaskCall } from '../../contract.ts';

/** A click on a button in a row is not a click on the row. */
const only = (deed: () => void) => (event: MouseEvent) => {
  event.stopPropagation();
  deed();
};

/** What is done with a call that goes on: it is handed to a person, or ended. Nobody is cut off by a slip: both ask first. */
export function AiCallDeeds({ call: { attemptId, connectionStatus, isOver, customerName, phone } }: { call: AiTaskCall }) {
  const t = useText();
  const invalidates = [aiTasksApi.calls, aiTasksApi.conversation, aiTasksApi.statistics];
  const operate = useCommand(aiTasksApi.operateCall, { invalidates });
  if (isOver) return null;
  const name = customerName || phone;
  const ask = async (what: 'toPerson' | 'hangUp') => {
    const isSure = await confirm({
      title: t(`ai-tasks.${what}Title`, { name }),
      body: t(`ai-tasks.${what}Body`),
      yes: t(`ai-tasks.${what}`),
      danger: what === 'hangUp',
    });
    if (isSure) operate.mutate({ operate: what, attemptId });
  };
  return (
    <span className="ai-call-deeds">
      {connectionStatus === ConnectionStatus.speaking && (
        <Button
          size="xs"
          variant="default"
          disabled={operate.isPending}
          leftSection={<Headset size={14} aria-hidden />}
          aria-label={t('ai-tasks.toPersonNamed', { name })}
          onClick={only(() => void ask('toPerson'))}
        >
          {t('ai-tasks.toPerson')}
        </Button>
      )}
      <Button
        size="xs"
        color="red"
        variant="light"
        disabled={operate.isPending}
        leftSection={<PhoneOff size={14} aria-hidden />}
        aria-label={t('ai-tasks.hangUpNamed', { name })}
        onClick={only(() => void ask('hangUp'))}
      >
        {t('ai-tasks.hangUp')}
      </Button>
    </span>
  );
}
