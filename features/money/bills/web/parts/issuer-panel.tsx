import { Textarea, TextInput } from '@mantine/core';
import type { z } from 'zod';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { BANK_WORDS_MAX, BILL_NAME_MAX, operatorBillsApi } from '../../contract.ts';
import { PartyFields } from './party-fields.tsx';

type Issuer = z.output<typeof operatorBillsApi.setIssuer.input>;

/** The company that sends the bills. */
export function IssuerPanel({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { data, error, isPending, refetch } = useEndpoint(operatorBillsApi.issuer, {}, { handlesFailures: true });
  if (data) {
    const { nextNo, ...issuer } = data;
    return <IssuerForm issuer={issuer} nextNo={nextNo} onClose={onClose} />;
  }
  return (
    <SidePanel opened onClose={onClose} title={t('bills.operator.issuer')}>
      {isPending ? <LoadingLines lines={6} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
    </SidePanel>
  );
}

function IssuerForm({ issuer, nextNo, onClose }: { issuer: Issuer; nextNo: number; onClose: () => void }) {
  const t = useText();
  const form = useContractForm<Issuer>(operatorBillsApi.setIssuer.input as never, issuer);
  const save = useCommand(operatorBillsApi.setIssuer, {
    invalidates: [operatorBillsApi.issuer],
    handlesFailures: true,
  });
  async function send(values: Issuer): Promise<void> {
    await save.mutateAsync(values);
    toast({ tone: 'success', text: t('ui.saved') });
    onClose();
  }
  const next = `${form.values.prefix}${String(nextNo).padStart(6, '0')}`;
  return (
    <SidePanel opened onClose={onClose} title={t('bills.operator.issuer')} dirty={form.isDirty()}>
      <ContractForm form={form} onSubmit={send} onCancel={onClose}>
        <p className="bills-hint">{t('bills.operator.issuerHint')}</p>
        <PartyFields form={form as never} />
        <TextInput label={t('bills.operator.contact')} maxLength={BILL_NAME_MAX} {...form.getInputProps('contact')} />
        <Textarea
          label={t('bills.operator.bank')}
          rows={4}
          maxLength={BANK_WORDS_MAX}
          {...form.getInputProps('bank')}
        />
        <TextInput
          label={t('bills.operator.prefix')}
          description={t('bills.operator.prefixHint', { number: next })}
          maxLength={20}
          {...form.getInputProps('prefix')}
        />
      </ContractForm>
    </SidePanel>
  );
}
