import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { tenantBillsApi, type BillParty } from '../../contract.ts';
import { PartyFields } from './party-fields.tsx';

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
        <PartyFields form={form} hint={t('bills.party.nameHint')} />
      </ContractForm>
    </SidePanel>
  );
}
