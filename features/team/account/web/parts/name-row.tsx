import { TextInput } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { accountApi, type UserInfo } from '../../contract.ts';
import { SettingRow } from './setting-row.tsx';
import type { RowOpening } from './row-opening.ts';

/** The name colleagues see in this team. */
export function NameRow({ info, ...opening }: { info: UserInfo } & RowOpening) {
  const t = useText();
  const close = () => opening.onToggle(false);
  return (
    <SettingRow
      {...opening}
      label={t('account.security.name')}
      value={info.tenantNickName}
      changeLabel={t('account.security.changeName')}
    >
      <NameForm now={info.tenantNickName} onClose={close} />
    </SettingRow>
  );
}

function NameForm({ now, onClose }: { now: string; onClose: () => void }) {
  const t = useText();
  const form = useContractForm(accountApi.changeNickName.input, { tenantNickName: now });
  const command = useCommand(accountApi.changeNickName, {
    handlesFailures: true,
    invalidates: [accountApi.info],
    done: 'account.security.nameDone',
    onDone: onClose,
  });
  return (
    <ContractForm form={form} onSubmit={(values) => command.mutateAsync(values)} onCancel={onClose} onlyWhenDirty>
      <TextInput
        label={t('account.security.name')}
        description={t('account.security.nameHint')}
        maxLength={60}
        autoComplete="name"
        {...form.getInputProps('tenantNickName')}
      />
    </ContractForm>
  );
}
