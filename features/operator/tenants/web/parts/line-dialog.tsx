import { TextInput } from '@mantine/core';
import type { z } from 'zod';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { tenantsApi, type InstallationLine } from '../../contract.ts';

type Values = { path: string; name: string };

/** A new line phones may register on, or another name for one that was added. */
export function LineDialog({ line, onClose }: { line: InstallationLine | null; onClose: () => void }) {
  const t = useText();
  const form = useContractForm<Values>(tenantsApi.addLine.input as z.ZodType<unknown, Values>, {
    path: line?.path ?? '',
    name: line?.name ?? '',
  });
  const commandOptions = { invalidates: [tenantsApi.lines], done: 'ui.saved', handlesFailures: true } as const;
  const add = useCommand(tenantsApi.addLine, commandOptions);
  const rename = useCommand(tenantsApi.renameLine, commandOptions);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={line ? t('tenants.line.rename', { name: line.name }) : t('tenants.line.add')}
      dirty={form.isDirty()}
    >
      <ContractForm
        form={form}
        onCancel={onClose}
        onlyWhenDirty={line !== null}
        onSubmit={async ({ path, name }) => {
          await (line ? rename.mutateAsync({ id: line.id, name }) : add.mutateAsync({ path, name }));
          onClose();
        }}
      >
        <TextInput
          label={t('tenants.line.name')}
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        {!line && (
          <TextInput
            label={t('tenants.line.path')}
            description={t('tenants.line.pathHint')}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('path')}
          />
        )}
      </ContractForm>
    </Dialog>
  );
}
