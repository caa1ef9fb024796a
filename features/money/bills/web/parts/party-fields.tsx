import { Textarea, TextInput } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import type { FormState } from '#platform/web/ui/form/use-contract-form.ts';
import { BILL_ADDRESS_MAX, BILL_NAME_MAX, TAX_ID_MAX, type BillParty } from '../../contract.ts';

/** The fields of whoever stands on a bill; within another form under a name of its own. */
export function PartyFields({ form, under = '', hint }: { form: FormState<BillParty>; under?: string; hint?: string }) {
  const t = useText();
  const field = (name: keyof BillParty) => form.getInputProps(`${under}${name}` as keyof BillParty);
  return (
    <>
      <TextInput
        label={t('bills.party.name')}
        {...(hint ? { description: hint } : {})}
        maxLength={BILL_NAME_MAX}
        {...field('name')}
      />
      <Textarea label={t('bills.party.address')} rows={4} maxLength={BILL_ADDRESS_MAX} {...field('address')} />
      <TextInput label={t('bills.pdf.taxId')} maxLength={TAX_ID_MAX} {...field('taxId')} />
    </>
  );
}
