import { Radio, Stack, TextInput } from '@mantine/core';
import { z } from 'zod';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { flowsApi } from '../../contract.ts';
import '#platform/web/load-zod.ts';

const Wish = z.object({ name: z.string().trim().min(1).max(60), template: z.string() });

/** Begins a flow: empty, or from something that works already. */
export function NewFlow({ onClose, onMade }: { onClose(): void; onMade(id: number): void }) {
  const t = useText();
  const templates = useEndpoint(flowsApi.templates, {}).data ?? [];
  const form = useContractForm(Wish, { name: '', template: '' });
  const add = useCommand(flowsApi.add, { invalidates: [flowsApi.page], handlesFailures: true });
  return (
    <Dialog opened title={t('flows.add')} dirty={form.isDirty()} onClose={onClose}>
      <ContractForm
        form={form}
        submit={t('flows.begin')}
        onCancel={onClose}
        onSubmit={async ({ name, template }) =>
          onMade((await add.mutateAsync({ name, remark: '', ...(template ? { template } : {}) })).id)
        }
      >
        <TextInput label={t('flows.column.name')} data-autofocus required {...form.getInputProps('name')} />
        <Radio.Group
          label={t('flows.beginWith')}
          value={form.values.template}
          onChange={(template) => form.setFieldValue('template', template)}
        >
          <Stack gap={8} mt={4}>
            <Radio value="" label={t('flows.template.empty')} />
            {templates.map(({ template, nodes }) => (
              <Radio
                key={template}
                value={template}
                label={t(`flows.template.${template}` as TextKey)}
                description={t('flows.templateNodes', { count: nodes })}
              />
            ))}
          </Stack>
        </Radio.Group>
      </ContractForm>
    </Dialog>
  );
}
