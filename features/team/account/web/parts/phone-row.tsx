import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { accountApi, type UserInfo } from '../../contract.ts';
import { ContactChange } from './contact-change.tsx';
import type { RowOpening } from './row-opening.ts';
import { plainPhone, WrittenPhone } from './phone-number.ts';
import { SettingRow } from './setting-row.tsx';

/** The phone that can set a new password when the mailbox is out of reach. */
export function PhoneRow({ info, ...opening }: { info: UserInfo } & RowOpening) {
  const t = useText();
  const close = () => opening.onToggle(false);
  const bind = useCommand(accountApi.bindPhone, { invalidates: [accountApi.info], done: 'account.security.phoneDone' });
  const words = info.phone
    ? { value: spokenNumber(info.phone), changeLabel: t('account.security.changePhone') }
    : {
        value: <em>{t('account.security.phoneNone')}</em>,
        changeLabel: t('account.security.addPhone'),
        change: t('account.security.add'),
      };
  return (
    <SettingRow {...opening} {...words} label={t('account.security.phone')} hint={t('account.security.phoneSub')}>
      <ContactChange
        purpose="bindPhone"
        schema={WrittenPhone}
        plain={plainPhone}
        asksPassword
        onClose={close}
        field={{
          label: t('account.security.newPhone'),
          description: t('account.security.phoneHint'),
          type: 'tel',
          autoComplete: 'tel',
          placeholder: '+52 55 1234 5678',
        }}
        onProven={(proof, password) => bind.mutateAsync({ proof, password }).then(close)}
      />
    </SettingRow>
  );
}
