import { Textarea, TextInput } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm, type FormState } from '#platform/web/ui/form/use-contract-form.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { BILL_ADDRESS_MAX, BILL_NAME_MAX, TAX_ID_MAX, tenantBillsApi, type BillParty } from '../../contract.ts';

/** Whom the next bills are made out to. */
export function PartyPanel({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { data, error, isPending, refetch } = useEndpoint(tenantBillsApi.party, {}, { handlesFailures: true });
  if (data) return <PartyForm party={data} onClose={onClose} />;
  return (
    <SidePanel opened onClose={onClose} title={t('bills.party.edit')}>
      {isPending ? <LoadingLines lines={4} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
    </SidePanel>
  );
}

function PartyForm({ party, onClose }: { party: BillParty; onClose: () => void }) {
  const t = useText();
  const form = useContractForm<BillParty>(tenantBillsApi.setParty.input as never, party);
  const save = useCommand(tenantBillsApi.setParty, { invalidates: [tenantBillsApi.party], handlesFailures: true });
  async function send(values: BillParty): Promise<void> {
    await save.mutateAsync(values);
    toast({ tone: 'success', text: t('ui.saved') });
    onClose();
  }
  return (
    <SidePanel opened onClose={onClose} title={t('bills.party.edit')} dirty={form.isDirty()}>
      <ContractForm form={form} onSubmit={send} onCancel={onClose}>
        <p className="bills-hint">{t('bills.party.hint')}</p>
        <PartyFields form={form} />
      </ContractForm>
    </SidePanel>
  );
}

/** The fields of whoever stands on a bill. */
export function PartyFields({ form }: { form: FormState<BillParty> }) {
  const t = useText();
  return (
    <>
      <TextInput
        label={t('bills.party.name')}
        description={t('bills.party.nameHint')}
        maxLength={BILL_NAME_MAX}
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t('bills.party.address')}
        autosize
        minRows={3}
        maxLength={BILL_ADDRESS_MAX}
        {...form.getInputProps('address')}
      />
      <TextInput label={t('bills.pdf.taxId')} maxLength={TAX_ID_MAX} {...form.getInputProps('taxId')} />
    </>
  );
}
