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

/** `topUp`: what a tenant paid. `correct`: what was booked wrongly, more or less; it says why. */
export type Booking = 'topUp' | 'correct';

const Note = z.string().trim().max(200);
const fieldsOf = {
  topUp: z.object({
    amount: z.string().refine((text) => (e4OfText(text) ?? 0) > 0, 'tenants.wrong.amount'),
    note: Note,
  }),
  correct: z.object({
    amount: z.string().refine((text) => (e4OfText(text) ?? 0) !== 0, 'tenants.wrong.correction'),
    note: Note.min(1),
  }),
} as const;

interface AmountDialogProps {
  booking: Booking;
  tenant: TenantDetail;
  currency: string;
  onClose: () => void;
}

/** Books an amount. However often it is sent, it is booked once: what was opened is one booking. */
export function AmountDialog({ booking, tenant: { id, name, balanceE4 }, currency, onClose }: AmountDialogProps) {
  const t = useText();
  const money = useMoneyText();
  const [ref] = useState(() => crypto.randomUUID());
  const form = useContractForm(fieldsOf[booking], { amount: '', note: '' });
  const command = useCommand(tenantsApi[booking], { invalidates: seenTenants, handlesFailures: true });
  const typed = e4OfText(form.values.amount);
  return (
    <Dialog opened onClose={onClose} title={t(`tenants.money.${booking}Title`, { name })} dirty={form.isDirty()}>
      <ContractForm
        form={form}
        submit={t(`tenants.money.${booking}`)}
        onCancel={onClose}
        onSubmit={async ({ amount, note }) => {
          const { balanceE4: now } = await command.mutateAsync({ id, amountE4: e4OfText(amount)!, note, ref });
          toast({ tone: 'success', text: t('tenants.money.booked', { balance: money(now, currency) }) });
          onClose();
        }}
      >
        <TextInput
          label={`${t('tenants.money.amount')} (${currency})`}
          description={booking === 'correct' ? t('tenants.money.correctHint') : undefined}
          inputMode={booking === 'correct' ? 'text' : 'decimal'}
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('amount')}
        />
        <TextInput
          label={t('tenants.money.note')}
          description={t('tenants.money.noteHint')}
          required={booking === 'correct'}
          autoComplete="off"
          {...form.getInputProps('note')}
        />
        {typed !== null && typed !== 0 && (
          <p className="tenant-lead">
            {t('tenants.money.after', { balance: money((balanceE4 ?? 0) + typed, currency) })}
          </p>
        )}
      </ContractForm>
    </Dialog>
  );
}
