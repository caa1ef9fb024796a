import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { Template, WhatsappSettings } from '#core/chat/carrier-settings.ts';
import { useText } from '#platform/web/i18n.ts';
import '#platform/web/load-zod.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import type { ShownCarrierAccount } from '../../contract.ts';
import { CommonFields, CarrierSecretField, useSaveAccount, writtenSecrets } from './account-fields.tsx';

const { phone_number_id, business_id, display_number, api_base } = WhatsappSettings.shape;
const Values = z.object({
  name: z.string().trim().min(1).max(60),
  group_id: z.string().min(1),
  enabled: z.boolean(),
  phone_number_id,
  business_id,
  display_number,
  api_base,
  access_token: z.string(),
  app_secret: z.string(),
  templates: z.string().refine((text) => wrongLine(text) === null, 'template'),
});
type Values = z.infer<typeof Values>;

/** A number of WhatsApp: made or changed. */
export function WhatsappEditor({ account, onClose }: { account: ShownCarrierAccount | null; onClose: () => void }) {
  const t = useText();
  const save = useSaveAccount(account, onClose);
  const [initial] = useState<Values>(() => {
    const {
      phone_number_id: number = '',
      business_id: business = '',
      display_number: shown = '',
      api_base: base = WhatsappSettings.shape.api_base.parse(undefined),
      templates = [],
    } = account?.whatsapp ?? {};
    return {
      name: account?.name ?? 'WhatsApp',
      group_id: account ? String(account.group_id) : '',
      enabled: account?.enabled ?? true,
      phone_number_id: number,
      business_id: business,
      display_number: shown,
      api_base: base,
      access_token: '',
      app_secret: '',
      templates: templates.map(lineOf).join('\n'),
    };
  });
  const form = useContractForm<Values>(Values as never, initial);
  const inputs = (field: string, options?: { type: 'checkbox' }) =>
    form.getInputProps(field as never, options as never) as object;
  const send = ({ name, group_id, enabled, access_token, app_secret, templates, ...settings }: Values) =>
    save({
      name,
      group_id: Number(group_id),
      enabled,
      whatsapp: { ...settings, templates: templatesIn(templates) },
      secrets: writtenSecrets({ access_token, app_secret }),
    });
  const wrong = wrongLine(form.values.templates);
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={t(account ? 'chat-carriers.edit' : 'chat-carriers.addWhatsapp')}
      dirty={form.isDirty()}
    >
      <ContractForm form={form} onSubmit={send} onCancel={onClose}>
        <CommonFields inputs={inputs} />
        <TextInput
          required
          label={t('chat-carriers.field.display_number')}
          placeholder="+52 55 1234 5678"
          {...inputs('display_number')}
        />
        <TextInput
          required
          inputMode="numeric"
          label={t('chat-carriers.field.phone_number_id')}
          {...inputs('phone_number_id')}
        />
        <TextInput
          required
          inputMode="numeric"
          label={t('chat-carriers.field.business_id')}
          {...inputs('business_id')}
        />
        <CarrierSecretField name="access_token" account={account} inputs={inputs} />
        <CarrierSecretField name="app_secret" account={account} inputs={inputs} />
        <TextInput required label={t('chat-carriers.field.api_base')} {...inputs('api_base')} />
        <Textarea
          label={t('chat-carriers.field.templates')}
          description={t('chat-carriers.field.templatesHint')}
          rows={4}
          {...inputs('templates')}
          error={
            form.errors['templates'] && wrong !== null
              ? t('chat-carriers.field.templatesBad', { line: wrong })
              : undefined
          }
        />
      </ContractForm>
    </SidePanel>
  );
}

const lineOf = ({ name, language, body }: z.output<typeof Template>): string =>
  `${name} | ${language} | ${body.replaceAll('\n', '\\n')}`;

const linesIn = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
function readLine(line: string): z.output<typeof Template> | null {
  const [name = '', language = '', ...body] = line.split('|');
  return Template.safeParse({ name, language, body: body.join('|').trim().replaceAll('\\n', '\n') }).data ?? null;
}
const templatesIn = (text: string): z.output<typeof Template>[] =>
  linesIn(text).flatMap((line) => readLine(line) ?? []);

/** The first line that is no template, counted from 1. */
function wrongLine(text: string): number | null {
  const at = linesIn(text).findIndex((line) => readLine(line) === null);
  return at < 0 ? null : at + 1;
}
