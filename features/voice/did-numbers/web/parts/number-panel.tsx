import { Button, Switch } from '@mantine/core';
import { PhoneIncoming, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { rehearsalApi } from '#features/voice/rehearsal/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { didNumbersApi, type DidNumber } from '../../contract.ts';
import { AnswersForm } from './answers-form.tsx';
import { CallerPathList } from './caller-path.tsx';

const PANEL_WIDTH = 560;

/** One number: where its callers go, who answers it, and whether anybody does. */
export function NumberPanel({ number, onClose }: { number: DidNumber; onClose: () => void }) {
  const t = useText();
  const can = useCan();
  const [isDirty, setDirty] = useState(false);
  const spoken = spokenNumber(number.number);
  const invalidates = [didNumbersApi.my, didNumbersApi.groups, didNumbersApi.path];
  const callIn = useCommand(rehearsalApi.callIn, { done: 'did-numbers.calling' });
  const enable = useCommand(didNumbersApi.enable, { invalidates });
  const remove = useCommand(didNumbersApi.remove, { invalidates, done: 'did-numbers.removed', onDone: onClose });
  const askAndRemove = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('did-numbers.removeAsk', { number: spoken }),
      body: t('did-numbers.removeAskHint'),
      yes: t('did-numbers.remove'),
      danger: true,
    });
    if (isSure) remove.mutate({ id: number.id });
  };
  return (
    <SidePanel
      opened
      onClose={onClose}
      size={PANEL_WIDTH}
      title={t('did-numbers.answers', { number: spoken })}
      dirty={isDirty}
    >
      <div className="numbers-panel">
        <CallerPathList id={number.id} />
        {(can('rehearsal.use') || can('did-numbers.edit')) && (
          <div className="numbers-deeds">
            {can('did-numbers.edit') && (
              <Switch
                label={t('did-numbers.isAnswered')}
                checked={number.enabled}
                disabled={enable.isPending}
                onChange={(event) => enable.mutate({ ids: [number.id], enabled: event.currentTarget.checked })}
              />
            )}
            {can('rehearsal.use') && number.enabled && (
              <Button
                variant="default"
                leftSection={<PhoneIncoming size={15} aria-hidden />}
                loading={callIn.isPending}
                onClick={() => callIn.mutate({ did: number.number, script: 'talks' })}
              >
                {t('did-numbers.callIt')}
              </Button>
            )}
            {can('did-numbers.edit') && (
              <Button
                variant="default"
                leftSection={<Trash2 size={15} aria-hidden />}
                loading={remove.isPending}
                onClick={() => void askAndRemove()}
              >
                {t('did-numbers.remove')}
              </Button>
            )}
          </div>
        )}
        {can('did-numbers.edit') && <AnswersForm number={number} onChange={setDirty} onDone={onClose} />}
      </div>
    </SidePanel>
  );
}
