import { TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { z } from 'zod';
import { call } from '#platform/web/call.ts';
import { deviceId } from '#platform/web/device.ts';
import { useText } from '#platform/web/i18n.ts';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { Refusal } from '#platform/web/ui/form/refusal.tsx';
import { accountApi } from '../../contract.ts';
import { workOff } from '../work-off.ts';
import type { NewContact } from './new-contact.ts';
import { SecretField } from './secret-field.tsx';

type Typed = { contact: string; password: string };

interface ContactStepProps extends NewContact {
  start: Typed;
  refusal: string;
  onSent: (typed: Typed) => void;
  onClose: () => void;
}

/** The new contact and the password where it is needed; the browser works for a moment, then the code is on its way. */
export function ContactStep({
  purpose,
  schema,
  plain,
  field,
  asksPassword = false,
  start,
  refusal,
  onSent,
  onClose,
}: ContactStepProps) {
  const t = useText();
  const Fields = useMemo(
    () => z.object({ contact: schema, password: asksPassword ? z.string().min(1).max(200) : z.string() }),
    [schema, asksPassword],
  );
  const form = useContractForm(Fields, start);

  async function send({ contact, password }: Typed): Promise<void> {
    const { id, ...work } = await call(accountApi.startCaptcha, {});
    await call(accountApi.solveCaptcha, { id, text: await workOff({ id, ...work }) });
    await call(accountApi.sendCode, {
      contact: plain(contact),
      purpose,
      captchaId: id,
      deviceUniqueIdentification: deviceId(),
    });
    onSent({ contact, password });
  }

  return (
    <ContractForm form={form} onSubmit={send} onCancel={onClose} submit={t('account.outside.sendCode')}>
      <Refusal text={refusal} />
      {asksPassword && (
        <SecretField
          label={t('account.security.ownPassword')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
      )}
      <TextInput {...field} {...form.getInputProps('contact')} />
    </ContractForm>
  );
}
