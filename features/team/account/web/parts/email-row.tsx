import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { accountApi, Email, type UserInfo } from '../../contract.ts';
import { ContactChange } from './contact-change.tsx';
import type { RowOpening } from './row-opening.ts';
import { SettingRow } from './setting-row.tsx';

const plain = (written: string) => written.trim().toLowerCase();

/** The address a person signs in with. */
export function EmailRow({ info, ...opening }: { info: UserInfo } & RowOpening) {
  const t = useText();
  const close = () => opening.onToggle(false);
  const change = useCommand(accountApi.changeEmail, {
    invalidates: [accountApi.info],
    done: 'account.security.emailDone',
  });
  return (
    <SettingRow
      {...opening}
      label={t('account.security.email')}
      value={info.email}
      hint={t('account.security.emailSub')}
      changeLabel={t('account.security.changeEmail')}
    >
      <ContactChange
        purpose="changeEmail"
        schema={Email}
        plain={plain}
        asksPassword
        onClose={close}
        field={{
          label: t('account.security.newEmail'),
          description: t('account.security.emailHint'),
          type: 'email',
          autoComplete: 'email',
          maxLength: 254,
        }}
        onProven={(proof, password) => change.mutateAsync({ proof, password }).then(close)}
      />
    </SettingRow>
  );
}
