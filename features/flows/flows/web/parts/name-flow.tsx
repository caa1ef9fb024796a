import { Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { flowsApi } from '../../contract.ts';
import '#platform/web/load-zod.ts';

const { name: Name, remark: Remark } = flowsApi.add.input.shape;
const Wish = z.object({ name: Name, remark: Remark.unwrap() });

interface NameFlowProps {
  title: string;
  hint?: string;
  name: string;
  /** Without one there is no field for it. */
  remark?: string;
  submit: string;
  /** Failures it throws are shown in the dialog, which stays. */
  onSend(wish: z.output<typeof Wish>): Promise<unknown>;
  onClose(): void;
}

/** Asks what a flow is called: another name, or the name of a copy. */
export function NameFlow({ title, hint, name, remark, submit, onSend, onClose }: NameFlowProps) {
  const t = useText();
  const form = useContractForm(Wish, { name, remark: remark ?? '' });
  return (
    <Dialog opened title={title} dirty={form.isDirty()} onClose={onClose}>
      <ContractForm
        form={form}
        submit={submit}
        onCancel={onClose}
        onSubmit={async (wish) => {
          await onSend(wish);
          onClose();
        }}
      >
        {hint && <Text size="sm">{hint}</Text>}
        <TextInput
          label={t('flows.column.name')}
          data-autofocus
          required
          maxLength={60}
          {...form.getInputProps('name')}
        />
        {remark !== undefined && (
          <TextInput label={t('flows.remark')} maxLength={200} {...form.getInputProps('remark')} />
        )}
      </ContractForm>
    </Dialog>
  );
}
