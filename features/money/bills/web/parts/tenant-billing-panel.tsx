import { ActionIcon, Button, Group, NumberInput, Select, TextInput } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { priceListsApi } from '#features/money/prices/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm, type FormState } from '#platform/web/ui/form/use-contract-form.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { BILL_TAXES_MOST, operatorBillsApi, TAX_NAME_MAX } from '../../contract.ts';
import { PartyFields } from './party-fields.tsx';

type Billing = z.output<typeof operatorBillsApi.setBilling.input>;
interface ChosenTenant {
  tenantId: number;
  tenantName: string;
}

/** Whom bills of a tenant are made out to, its taxes, and the last bill of one that is closed. */
export function TenantBillingPanel({ tenant, onClose }: { tenant: ChosenTenant | null; onClose: () => void }) {
  const [chosen, setChosen] = useState(tenant);
  if (chosen) return <Loaded key={chosen.tenantId} tenant={chosen} onClose={onClose} />;
  return <Choosing onChoose={setChosen} onClose={onClose} />;
}

function Choosing({ onChoose, onClose }: { onChoose: (tenant: ChosenTenant) => void; onClose: () => void }) {
  const t = useText();
  const [words, setWords] = useState('');
  const { data = [] } = useEndpoint(priceListsApi.payers, { words });
  return (
    <SidePanel opened onClose={onClose} title={t('bills.operator.billing')}>
      <Select
        searchable
        data-autofocus
        label={t('bills.operator.choose')}
        searchValue={words}
        onSearchChange={setWords}
        // The server has found them.
        filter={({ options }) => options}
        data={data.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value) => {
          const found = data.find(({ id }) => String(id) === value);
          if (found) onChoose({ tenantId: found.id, tenantName: found.name });
        }}
      />
    </SidePanel>
  );
}

function Loaded({ tenant, onClose }: { tenant: ChosenTenant; onClose: () => void }) {
  const { tenantId, tenantName } = tenant;
  const { data, error, isPending, refetch } = useEndpoint(
    operatorBillsApi.billing,
    { tenantId },
    { handlesFailures: true },
  );
  if (data) return <BillingForm billing={{ tenantId, ...data }} name={tenantName} onClose={onClose} />;
  return (
    <SidePanel opened onClose={onClose} title={tenantName}>
      {isPending ? <LoadingLines lines={6} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
    </SidePanel>
  );
}

function BillingForm({ billing, name, onClose }: { billing: Billing; name: string; onClose: () => void }) {
  const t = useText();
  const form = useContractForm<Billing>(operatorBillsApi.setBilling.input as never, billing);
  const save = useCommand(operatorBillsApi.setBilling, {
    invalidates: [operatorBillsApi.billing],
    handlesFailures: true,
  });
  async function send(values: Billing): Promise<void> {
    await save.mutateAsync(values);
    toast({ tone: 'success', text: t('ui.saved') });
    onClose();
  }
  return (
    <SidePanel opened onClose={onClose} title={name} dirty={form.isDirty()}>
      <ContractForm form={form} onSubmit={send} onCancel={onClose}>
        <PartyFields form={form as never} under="party." />
        <Taxes form={form} />
      </ContractForm>
      <LastBill tenantId={billing.tenantId} />
    </SidePanel>
  );
}

function Taxes({ form }: { form: FormState<Billing> }) {
  const t = useText();
  const { taxes } = form.values;
  return (
    <fieldset className="bills-taxes">
      <legend>{t('bills.operator.taxes')}</legend>
      {taxes.map(({ rate }, place) => (
        <Group key={place} gap={8} wrap="nowrap" align="flex-end">
          <TextInput
            label={t('bills.operator.taxName')}
            maxLength={TAX_NAME_MAX}
            {...form.getInputProps(`taxes.${place}.name`)}
          />
          <NumberInput
            label={t('bills.operator.taxRate')}
            min={0}
            max={100}
            decimalScale={2}
            value={rate / 100}
            onChange={(value) =>
              form.setFieldValue(
                'taxes',
                taxes.map((tax, at) => (at === place ? { ...tax, rate: Math.round(Number(value || 0) * 100) } : tax)),
              )
            }
          />
          <ActionIcon
            size="lg"
            aria-label={t('bills.operator.removeTax')}
            data-hint={t('bills.operator.removeTax')}
            onClick={() => form.removeListItem('taxes', place)}
          >
            <Trash2 size={15} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {taxes.length < BILL_TAXES_MOST && (
        <Button
          variant="default"
          leftSection={<Plus size={15} aria-hidden />}
          onClick={() => form.insertListItem('taxes', { name: '', rate: 0 })}
        >
          {t('bills.operator.addTax')}
        </Button>
      )}
    </fieldset>
  );
}

/** For a closed tenant: what it used until now is billed at once. */
function LastBill({ tenantId }: { tenantId: number }) {
  const t = useText();
  const issue = useCommand(operatorBillsApi.issueLast, {
    invalidates: [operatorBillsApi.all],
    onDone: () => toast({ tone: 'success', text: t('bills.operator.issued') }),
  });
  return (
    <div className="bills-last">
      <p className="bills-hint">{t('bills.operator.issueLastHint')}</p>
      <Button variant="default" loading={issue.isPending} onClick={() => issue.mutate({ tenantId })}>
        {t('bills.operator.issueLast')}
      </Button>
    </div>
  );
}
