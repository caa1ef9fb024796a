import { Textarea, TextInput } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import type { FormState } from '#platform/web/ui/form/use-contract-form.ts';
import { CAMPAIGN_NAME_MAX, CAMPAIGN_NOTE_MAX, type CampaignFields } from '../../contract.ts';

export function NameFields({ form }: { form: FormState<CampaignFields> }) {
  const t = useText();
  return (
    <>
      <TextInput
        required
        label={t('campaigns.field.name')}
        maxLength={CAMPAIGN_NAME_MAX}
        {...form.getInputProps('name')}
      />
      <Textarea
        rows={3}
        label={t('campaigns.field.note')}
        maxLength={CAMPAIGN_NOTE_MAX}
        {...form.getInputProps('note')}
      />
    </>
  );
}
