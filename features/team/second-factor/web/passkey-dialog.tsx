import { TextInput } from '@mantine/core';
import { z } from 'zod';
import { browserWords } from '#core/browser/user-agent.ts';
import { call } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import { makePasskey } from '#platform/web/passkeys.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { secondFactorApi } from '../contract.ts';
import './second-factor.css';

interface PasskeyDialogProps {
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  onClose: () => void;
}

/** A name for the passkey, then the browser asks for it. */
export function PasskeyDialog({ onAdded, onClose }: PasskeyDialogProps) {
  const t = useText();
  const { browser, system } = browserWords(navigator.userAgent);
  const form = useContractForm(z.object({ name: z.string().trim().min(1).max(60) }), {
    name: [browser, system].filter(Boolean).join(' · '),
  });
  const command = useCommand(secondFactorApi.addPasskey, { invalidates: [secondFactorApi.own] });
  async function add({ name }: { name: string }): Promise<void> {
    const { person, ...question } = await call(secondFactorApi.beginPasskey, {});
    const made = await makePasskey(question, person);
    onAdded((await command.mutateAsync({ name, ...made })).recoveryCodes);
  }
  return (
    <Dialog opened onClose={onClose} title={t('second-factor.passkey.addTitle')}>
      <ContractForm form={form} onSubmit={add} onCancel={onClose} submit={t('second-factor.passkey.go')}>
        <p className="factor-note">{t('second-factor.passkey.hint')}</p>
        <TextInput data-autofocus label={t('second-factor.passkey.label')} {...form.getInputProps('name')} />
      </ContractForm>
    </Dialog>
  );
}
