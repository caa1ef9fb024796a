import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { e4OfText } from '#core/money/money.ts';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { MomentField } from '#platform/web/ui/moment-field.tsx';
import { ShownOnce } from '#platform/web/ui/shown-once.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { Currency } from '#shared/codes/currency.ts';
import { paymentOperationsApi, VOUCHERS_AT_ONCE, type VoucherWish } from '../../contract.ts';

const BEGINS_WITH: VoucherWish = { count: 10, amountE4: 0, currency: Currency.usDollar, expiresAt: null, note: '' };

/** Makes vouchers, and shows their codes the one time they can be seen. */
export function VoucherMaker({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [amount, setAmount] = useState('');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const form = useContractForm<VoucherWish>(paymentOperationsApi.makeVouchers.input, BEGINS_WITH);
  const make = useCommand(paymentOperationsApi.makeVouchers, {
    invalidates: [paymentOperationsApi.vouchers],
    handlesFailures: true,
  });
  if (codes)
    return (
      <ShownOnce
        title={t('payments.operator.codes')}
        hint={t('payments.operator.codesHint')}
        value={codes.join('\n')}
        copy={t('payments.operator.copy')}
        done={t('payments.operator.done')}
        onClose={onClose}
      />
    );
  return (
    <SidePanel opened onClose={onClose} title={t('payments.operator.make')} dirty={form.isDirty()}>
      <ContractForm
        form={form}
        onSubmit={async (fields) => setCodes((await make.mutateAsync(fields)).codes)}
        onCancel={onClose}
      >
        <NumberInput
          required
          label={t('payments.operator.count')}
          min={1}
          max={VOUCHERS_AT_ONCE}
          allowDecimal={false}
          {...form.getInputProps('count')}
        />
        <TextInput
          required
          label={t('payments.operator.worth')}
          inputMode="decimal"
          value={amount}
          error={form.errors['amountE4']}
          onChange={(event) => {
            setAmount(event.currentTarget.value);
            form.setFieldValue('amountE4', e4OfText(event.currentTarget.value) ?? 0);
          }}
        />
        <NativeSelect
          label={t('payments.operator.currency')}
          data={Currency.rows.map(({ code }) => code)}
          {...form.getInputProps('currency')}
        />
        <MomentField
          label={t('payments.operator.expires')}
          description={t('payments.operator.expiresHint')}
          value={form.values.expiresAt}
          onChange={(next) => form.setFieldValue('expiresAt', next)}
        />
        <TextInput label={t('payments.operator.note')} maxLength={200} {...form.getInputProps('note')} />
      </ContractForm>
    </SidePanel>
  );
}
