import { z } from 'zod';
import { useText } from '#platform/web/i18n.ts';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { devicesApi } from '#features/team/devices/contract.ts';
import { accountApi, Password, PASSWORD_MIN, type UserInfo } from '../../contract.ts';
import type { RowOpening } from './row-opening.ts';
import { SecretField } from './secret-field.tsx';
import { SettingRow } from './setting-row.tsx';

const Fields = z.object({ oldPassword: z.string().min(1).max(200), password: Password });

export function PasswordRow({ info, ...opening }: { info: UserInfo } & RowOpening) {
  const t = useText();
  const close = () => opening.onToggle(false);
  return (
    <SettingRow
      {...opening}
      label={t('account.security.password')}
      value="••••••••••"
      hint={t('account.security.passwordSub')}
      changeLabel={t('account.security.changePassword')}
    >
      <PasswordForm email={info.email} onClose={close} />
    </SettingRow>
  );
}

function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useText();
  const form = useContractForm(Fields, { oldPassword: '', password: '' });
  const command = useCommand(accountApi.changePassword, {
    invalidates: [accountApi.sessions, devicesApi.list],
    done: 'account.security.passwordDone',
    onDone: onClose,
  });
  return (
    <ContractForm
      form={form}
      onSubmit={(values) => command.mutateAsync(values)}
      onCancel={onClose}
      submit={t('account.security.setPassword')}
    >
      {/* Tells password managers whose password it is. */}
      <input className="visually-hidden" tabIndex={-1} aria-hidden autoComplete="username" value={email} readOnly />
      <SecretField
        label={t('account.security.oldPassword')}
        autoComplete="current-password"
        {...form.getInputProps('oldPassword')}
      />
      <SecretField
        label={t('account.security.newPassword')}
        description={t('account.security.passwordHint', { min: PASSWORD_MIN })}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
    </ContractForm>
  );
}
