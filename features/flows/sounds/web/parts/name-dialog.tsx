import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { soundsApi, type UploadedSound } from '../../contract.ts';

const Values = z.object({ name: z.string().trim().min(1).max(60), remark: z.string().max(200) });
type Values = z.infer<typeof Values>;

/** Changes what a sound is called. */
export function NameDialog({ sound, onClose }: { sound: UploadedSound; onClose: () => void }) {
  const t = useText();
  const [initial] = useState<Values>(() => ({ name: sound.name, remark: sound.remark }));
  const form = useContractForm<Values>(Values as never, initial);
  const update = useCommand(soundsApi.update, {
    invalidates: [soundsApi.list],
    done: 'ui.saved',
    handlesFailures: true,
  });
  return (
    <SidePanel opened onClose={onClose} title={t('sounds.editTitle')} dirty={form.isDirty()}>
      <ContractForm
        form={form}
        onSubmit={async (values) => {
          await update.mutateAsync({ id: sound.id, ...values });
          onClose();
        }}
        onCancel={onClose}
      >
        <TextInput required label={t('sounds.field.name')} maxLength={60} {...form.getInputProps('name')} />
        <TextInput label={t('sounds.field.remark')} maxLength={200} {...form.getInputProps('remark')} />
      </ContractForm>
    </SidePanel>
  );
}
