import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { e4OfText } from '#core/money/money.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { tenantsApi, type TenantDetail } from '../../contract.ts';
import { useMoneyText } from '../use-money-text.ts';
import { seenTenants } from '../use-tenant-deeds.ts';

const Fields = z.object({
  amount: z.string().refine((text) => (e4OfText(text) ?? 0) > 0, 'tenants.wrong.amount'),
  note: z.string().trim().max(200),
});

/** Credits what a tenant paid. However often it is sent, it is credited once: what was opened is one payment. */
export function TopUpDialog({
  tenant: { id, name, balanceE4 },
  currency,
  onClose,
}: {
  tenant: TenantDetail;
  currency: string;
  onClose: () => void;
}) {
  const t = useText();
  const money = useMoneyText();
  const [ref] = useState(() => crypto.randomUUID());
  const form = useContractForm(Fields, { amount: '', note: '' });
  const topUp = useCommand(tenantsApi.topUp, { invalidates: seenTenants, handlesFailures: true });
  const typed = e4OfText(form.values.amount);
  return (
    <Dialog opened onClose={onClose} title={t('tenants.money.topUpTitle', { name })} dirty={form.isDirty()}>
      <ContractForm
        form={form}
        submit={t('tenants.money.topUp')}
        onCancel={onClose}
        onSubmit={async ({ amount, note }) => {
          const { balanceE4: now } = await topUp.mutateAsync({ id, amountE4: e4OfText(amount)!, note, ref });
          toast({ tone: 'success', text: t('tenants.money.toppedUp', { balance: money(now, currency) }) });
          onClose();
        }}
      >
        <TextInput
          label={`${t('tenants.money.amount')} (${currency})`}
          inputMode="decimal"
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('amount')}
        />
        <TextInput
          label={t('tenants.money.note')}
          description={t('tenants.money.noteHint')}
          autoComplete="off"
          {...form.getInputProps('note')}
        />
        {typed !== null && typed > 0 && (
          <p className="tenant-lead">
            {t('tenants.money.after', { balance: money((balanceE4 ?? 0) + typed, currency) })}
          </p>
        )}
      </ContractForm>
    </Dialog>
  );
}
