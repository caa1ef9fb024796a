import { TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { z } from 'zod';
import { call } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { accountApi } from '../../contract.ts';
import type { NewContact } from './new-contact.ts';
import { PictureField, usePicture } from './picture-field.tsx';
import { Refusal } from './refusal.tsx';
import { SecretField } from './secret-field.tsx';

interface Typed {
  contact: string;
  password: string;
}

interface ContactStepProps extends NewContact {
  start: Typed;
  refusal: string;
  onSent: (typed: Typed) => void;
  onClose: () => void;
}

const Picture = z.string().trim().min(1).max(12);

/** The new contact, the password where it is needed, and the picture; then the code is on its way. */
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
  const picture = usePicture();
  const Fields = useMemo(
    () =>
      z.object({ contact: schema, password: asksPassword ? z.string().min(1).max(200) : z.string(), picture: Picture }),
    [schema, asksPassword],
  );
  const form = useContractForm(Fields, { ...start, picture: '' });

  async function send({ contact, password, picture: read }: Typed & { picture: string }): Promise<void> {
    try {
      const captchaId = await picture.solve(read);
      await call(accountApi.sendCode, { contact: plain(contact), purpose, captchaId });
    } catch (error) {
      // Read rightly or not, a picture serves once.
      picture.renew();
      form.setFieldValue('picture', '');
      throw error;
    }
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
      <PictureField picture={picture} input={form.getInputProps('picture')} />
    </ContractForm>
  );
}
