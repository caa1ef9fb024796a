import { TextInput } from '@mantine/core';
import { z } from 'zod';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { PasskeyName, secondFactorApi, type OwnFactors } from '../contract.ts';

interface PasskeyNameDialogProps {
  passkey: OwnFactors['passkeys'][number];
  onClose: () => void;
}

/** Another name for a passkey. */
export function PasskeyNameDialog({ passkey, onClose }: PasskeyNameDialogProps) {
  const t = useText();
  const form = useContractForm(z.object({ name: PasskeyName }), { name: passkey.name });
  const rename = useCommand(secondFactorApi.renamePasskey, {
    invalidates: [secondFactorApi.own],
    done: 'second-factor.passkey.renamed',
  });
  async function save({ name }: { name: string }): Promise<void> {
    await rename.mutateAsync({ id: passkey.id, name });
    onClose();
  }
  return (
    <Dialog opened onClose={onClose} title={t('second-factor.passkey.renameTitle')}>
      <ContractForm form={form} onSubmit={save} onCancel={onClose} submit={t('second-factor.passkey.rename')}>
        <TextInput data-autofocus label={t('second-factor.passkey.label')} {...form.getInputProps('name')} />
      </ContractForm>
    </Dialog>
  );
}
