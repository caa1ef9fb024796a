import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { EmailSettings } from '#core/chat/carrier-settings.ts';
import { useText } from '#platform/web/i18n.ts';
import '#platform/web/load-zod.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import type { ShownCarrierAccount } from '../../contract.ts';
import { CommonFields, CarrierSecretField, useSaveAccount, writtenSecrets } from './account-fields.tsx';

const Values = EmailSettings.extend({
  name: z.string().trim().min(1).max(60),
  sender: EmailSettings.shape.name,
  group_id: z.string().min(1),
  enabled: z.boolean(),
  imap_password: z.string(),
  smtp_password: z.string(),
});
type Values = z.infer<typeof Values>;
const ENCRYPTIONS = ['tls', 'starttls', 'none'] as const;

/** A mailbox: made or changed. */
export function EmailEditor({ account, onClose }: { account: ShownCarrierAccount | null; onClose: () => void }) {
  const t = useText();
  const save = useSaveAccount(account, onClose);
  const [initial] = useState<Values>(() => {
    const mail = account?.email;
    return {
      name: account?.name ?? '',
      group_id: account ? String(account.group_id) : '',
      enabled: account?.enabled ?? true,
      address: mail?.address ?? '',
      sender: mail?.name ?? '',
      signature: mail?.signature ?? '',
      folder: mail?.folder ?? 'INBOX',
      imap_host: mail?.imap_host ?? '',
      imap_port: mail?.imap_port ?? 993,
      imap_tls: mail?.imap_tls ?? 'tls',
      imap_user: mail?.imap_user ?? '',
      imap_password: '',
      smtp_host: mail?.smtp_host ?? '',
      smtp_port: mail?.smtp_port ?? 465,
      smtp_tls: mail?.smtp_tls ?? 'tls',
      smtp_user: mail?.smtp_user ?? '',
      smtp_password: '',
    };
  });
  const form = useContractForm<Values>(Values as never, initial);
  const inputs = (field: string, options?: { type: 'checkbox' }) =>
    form.getInputProps(field as never, options as never) as object;
  const send = ({ name, sender, group_id, enabled, imap_password, smtp_password, ...mail }: Values) =>
    save({
      name,
      group_id: Number(group_id),
      enabled,
      email: EmailSettings.parse({ ...mail, name: sender }),
      secrets: writtenSecrets({ imap_password, smtp_password }),
    });
  const server = (which: 'imap' | 'smtp') => (
    <div className="carrier-pair">
      <TextInput required label={t(`chat-carriers.field.${which}_host`)} {...inputs(`${which}_host`)} />
      <TextInput
        required
        inputMode="numeric"
        label={t(`chat-carriers.field.${which}_port`)}
        {...inputs(`${which}_port`)}
      />
      <NativeSelect
        label={t(`chat-carriers.field.${which}_tls`)}
        data={ENCRYPTIONS.map((value) => ({ value, label: t(`chat-carriers.tls.${value}`) }))}
        {...inputs(`${which}_tls`)}
      />
    </div>
  );
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={t(account ? 'chat-carriers.edit' : 'chat-carriers.addEmail')}
      dirty={form.isDirty()}
    >
      <ContractForm form={form} onSubmit={send} onCancel={onClose}>
        <CommonFields inputs={inputs} />
        <TextInput required type="email" label={t('chat-carriers.field.address')} {...inputs('address')} />
        <TextInput label={t('chat-carriers.field.sender')} maxLength={100} {...inputs('sender')} />
        {server('imap')}
        <TextInput required autoComplete="off" label={t('chat-carriers.field.imap_user')} {...inputs('imap_user')} />
        <CarrierSecretField name="imap_password" account={account} inputs={inputs} />
        <TextInput required label={t('chat-carriers.field.folder')} {...inputs('folder')} />
        {server('smtp')}
        <TextInput
          autoComplete="off"
          label={t('chat-carriers.field.smtp_user')}
          description={t('chat-carriers.field.smtp_userHint')}
          {...inputs('smtp_user')}
        />
        <CarrierSecretField name="smtp_password" account={account} inputs={inputs} required={false} />
        <Textarea label={t('chat-carriers.field.signature')} rows={3} maxLength={2_000} {...inputs('signature')} />
      </ContractForm>
    </SidePanel>
  );
}
