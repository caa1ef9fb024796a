import { Button } from '@mantine/core';
import { KeyRound, Pencil, Power, PowerOff, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { rosterApi } from '../../contract/roster.ts';
import { orEvenInCall } from './even-in-call.ts';
import type { FirstPassword } from './first-passwords.tsx';

const BatchChangePanel = lazy(async () => ({ default: (await import('./batch-change-panel.tsx')).BatchChangePanel }));

interface AgentBatchBarProps {
  userIds: readonly number[];
  groups: readonly { id: number; name: string }[];
  lines: readonly { id: number; name: string }[];
  onDone: () => void;
  onPasswords: (list: FirstPassword[]) => void;
}

/** What can be done with several agents at once. */
export function AgentBatchBar({ userIds, groups, lines, onDone, onPasswords }: AgentBatchBarProps) {
  const t = useText();
  const [isChanging, setChanging] = useState(false);
  const ids = [...userIds];
  const options = { invalidates: [rosterApi.page, rosterApi.choices], handlesFailures: true };
  const status = useCommand(rosterApi.batchStatus, options);
  const remove = useCommand(rosterApi.batchDelete, options);
  const reset = useCommand(rosterApi.batchResetPassword, { handlesFailures: true });
  const isBusy = status.isPending || remove.isPending || reset.isPending;

  const switchTo = async (enabled: boolean): Promise<void> => {
    const done = await orEvenInCall((evenInCall) => status.mutateAsync({ userIds: ids, enabled, evenInCall }));
    if (!done) return;
    onDone();
    const switched = done.userIds;
    toast({
      tone: 'success',
      text: t(enabled ? 'agents.switchedOn' : 'agents.switchedOff', { count: switched.length }),
      ...(switched.length === 0
        ? {}
        : {
            action: {
              text: t('agents.undo'),
              run: () =>
                void orEvenInCall((evenInCall) =>
                  status.mutateAsync({ userIds: switched, enabled: !enabled, evenInCall }),
                ).catch(handleFailure),
            },
          }),
    });
  };
  const askAndDelete = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('agents.deleteAsk', { count: ids.length }),
      body: t('agents.deleteAskHint'),
      yes: t('agents.deletePhones'),
      danger: true,
    });
    if (!isSure) return;
    const done = await orEvenInCall((evenInCall) => remove.mutateAsync({ userIds: ids, evenInCall }).then(() => true));
    if (done) onDone();
  };
  const askAndReset = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('agents.resetAsk', { count: ids.length }),
      body: t('agents.resetAskHint'),
      yes: t('agents.reset'),
      danger: true,
    });
    if (!isSure) return;
    onPasswords(await reset.mutateAsync({ userIds: ids }));
    onDone();
  };
  const act = (deed: () => Promise<void>) => () => void deed().catch(handleFailure);
  const button = { variant: 'default', size: 'xs', disabled: isBusy } as const;
  return (
    <>
      <Button {...button} leftSection={<Power size={14} aria-hidden />} onClick={act(() => switchTo(true))}>
        {t('agents.switchOn')}
      </Button>
      <Button {...button} leftSection={<PowerOff size={14} aria-hidden />} onClick={act(() => switchTo(false))}>
        {t('agents.switchOff')}
      </Button>
      <Button {...button} leftSection={<Pencil size={14} aria-hidden />} onClick={() => setChanging(true)}>
        {t('agents.changeMany')}
      </Button>
      <Button {...button} leftSection={<KeyRound size={14} aria-hidden />} onClick={act(askAndReset)}>
        {t('agents.reset')}
      </Button>
      <Button {...button} leftSection={<Trash2 size={14} aria-hidden />} onClick={act(askAndDelete)}>
        {t('agents.deletePhones')}
      </Button>
      <Suspense fallback={null}>
        {isChanging && (
          <BatchChangePanel
            userIds={ids}
            groups={groups}
            lines={lines}
            onClose={() => setChanging(false)}
            onDone={() => {
              setChanging(false);
              onDone();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
