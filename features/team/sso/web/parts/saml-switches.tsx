import { Switch } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import type { FormState } from '#platform/web/ui/form/use-contract-form.ts';
import type { SsoValues } from '../settings-rules.ts';

/** How strictly the company's answers are taken. */
export function SamlSwitches({ form, hasKey }: { form: FormState<SsoValues>; hasKey: boolean }) {
  const t = useText();
  return (
    <>
      <Switch
        label={t('sso.form.encryptedOnly')}
        description={t('sso.form.encryptedOnlyHint')}
        // Without a key of ours nobody could come in.
        disabled={!hasKey && !form.values.encryptedOnly}
        {...form.getInputProps('encryptedOnly', { type: 'checkbox' })}
      />
      <Switch
        label={t('sso.form.fromProvider')}
        description={t('sso.form.fromProviderHint')}
        {...form.getInputProps('fromProvider', { type: 'checkbox' })}
      />
    </>
  );
}
