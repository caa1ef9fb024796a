import { Button, TextInput } from '@mantine/core';
import { z } from 'zod';
import { useText } from '#platform/web/i18n.ts';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { Refusal } from '#platform/web/ui/form/refusal.tsx';
import { SecretField } from './secret-field.tsx';

const CodeFields = z.object({ code: z.string().regex(/^\d{6}$/, 'account.security.codeWrong') });
const PasswordFields = z.object({ password: z.string().min(1).max(200) });

/** The six digits that were sent; a pasted text gives its digits. */
export function CodeStep({
  contact,
  onSubmit,
  onAgain,
  onClose,
}: {
  contact: string;
  onSubmit: (code: string) => Promise<void>;
  onAgain: () => void;
  onClose: () => void;
}) {
  const t = useText();
  const form = useContractForm(CodeFields, { code: '' });
  return (
    <ContractForm
      form={form}
      onSubmit={({ code }) => onSubmit(code)}
      onCancel={onClose}
      submit={t('account.outside.confirm')}
    >
      <output className="setting-note">{t('account.security.codeSentTo', { contact })}</output>
      <TextInput
        label={t('account.outside.code')}
        className="setting-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.getInputProps('code')}
        onChange={(event) => form.setFieldValue('code', event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
      />
      <div>
        <Button variant="subtle" color="gray" size="compact-sm" ml={-8} onClick={onAgain}>
          {t('account.security.codeAgain')}
        </Button>
      </div>
    </ContractForm>
  );
}

/** The contact is proven, but the password was wrong: only that is asked for again. */
export function PasswordStep({
  refusal,
  onSubmit,
  onClose,
}: {
  refusal: string;
  onSubmit: (password: string) => Promise<void>;
  onClose: () => void;
}) {
  const t = useText();
  const form = useContractForm(PasswordFields, { password: '' });
  return (
    <ContractForm
      form={form}
      onSubmit={({ password }) => onSubmit(password)}
      onCancel={onClose}
      submit={t('account.outside.confirm')}
    >
      <Refusal text={refusal} />
      <SecretField
        label={t('account.security.ownPassword')}
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
    </ContractForm>
  );
}
