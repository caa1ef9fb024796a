import { TextInput } from '@mantine/core';
import type { z } from 'zod';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { operatorsApi } from '../../contract.ts';

/** Makes somebody who has an account an operator. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const form = useContractForm(operatorsApi.add.input as z.ZodType<unknown, { email: string }>, { email: '' });
  const add = useCommand(operatorsApi.add, {
    invalidates: [operatorsApi.list],
    done: 'operators.added',
    handlesFailures: true,
  });
  return (
    <Dialog opened onClose={onClose} title={t('operators.add')} dirty={form.isDirty()}>
      <ContractForm
        form={form}
        submit={t('operators.add.go')}
        refusedFields={{ personUnknown: 'email' }}
        onCancel={onClose}
        onSubmit={async (values) => {
          await add.mutateAsync(values);
          onClose();
        }}
      >
        <p className="operator-lead">{t('operators.add.lead')}</p>
        <TextInput
          type="email"
          label={t('operators.add.email')}
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('email')}
        />
      </ContractForm>
    </Dialog>
  );
}
