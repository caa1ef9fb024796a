import { NativeSelect, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { MomentField } from '#platform/web/ui/moment-field.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { toWire } from '#platform/web/zone.ts';
import { Currency } from '#shared/codes/currency.ts';
import { PRICE_LIST_NAME_MAX, priceListsApi, type PriceList, type PriceListFields } from '../../contract.ts';

const DAY_MS = 86_400_000;
const invalidates = [priceListsApi.lists, priceListsApi.list];
const refusedFields = { priceListTwice: 'beginsAt', priceListPast: 'beginsAt', priceCurrency: 'tenantId' } as const;

/** Tomorrow at this hour: a list is filled before it begins. */
const tomorrow = (): string => toWire(new Date(Math.ceil((Date.now() + DAY_MS) / 3_600_000) * 3_600_000));

/** For whom a list is: everybody, or one tenant that pays. */
function OwnerField({
  value,
  currency,
  error,
  onChange,
}: {
  value: number | null;
  /** Only those who pay in it can have the list. */
  currency?: string;
  error?: string | undefined;
  onChange: (tenantId: number | null, currency: string | null) => void;
}) {
  const t = useText();
  const [words, setWords] = useState('');
  const payers = useEndpoint(priceListsApi.payers, { words }, { keepPrevious: true }).data ?? [];
  const fitting = payers.filter((one) => currency === undefined || one.currency === currency);
  return (
    <Select
      searchable
      label={t('prices.list.owner')}
      description={t('prices.list.ownerHint')}
      error={error}
      value={value === null ? '' : String(value)}
      data={[
        { value: '', label: t('prices.owner.installation') },
        ...fitting.map(({ id, name, currency: pays }) => ({ value: String(id), label: `${name} · ${pays}` })),
      ]}
      onSearchChange={(typed) => setWords(fitting.some(({ name }) => typed.startsWith(name)) ? '' : typed.slice(0, 60))}
      onChange={(chosen) => {
        const payer = payers.find(({ id }) => String(id) === chosen);
        onChange(payer?.id ?? null, payer?.currency ?? null);
      }}
    />
  );
}

interface Made {
  onMade: (id: number) => void;
  onClose: () => void;
}

/** Makes an empty list. */
export function NewListPanel({ onMade, onClose }: Made) {
  const t = useText();
  const [initial] = useState<PriceListFields>(() => ({
    name: '',
    tenantId: null,
    currency: Currency.usDollar,
    beginsAt: tomorrow(),
  }));
  const form = useContractForm<PriceListFields>(priceListsApi.add.input as never, initial);
  const add = useCommand(priceListsApi.add, { invalidates, handlesFailures: true });
  async function send(fields: PriceListFields): Promise<void> {
    const { id } = await add.mutateAsync(fields);
    onMade(id);
  }
  return (
    <SidePanel opened onClose={onClose} title={t('prices.list.add')} dirty={form.isDirty()}>
      <ContractForm form={form} onSubmit={send} onCancel={onClose} refusedFields={refusedFields}>
        <TextInput
          required
          label={t('prices.list.name')}
          maxLength={PRICE_LIST_NAME_MAX}
          {...form.getInputProps('name')}
        />
        <OwnerField
          value={form.values.tenantId}
          error={form.errors['tenantId']}
          onChange={(tenantId, currency) =>
            form.setValues({ tenantId, ...(currency ? { currency: currency as Currency } : {}) })
          }
        />
        <NativeSelect
          label={t('prices.list.currency')}
          disabled={form.values.tenantId !== null}
          data={Currency.rows.map(({ code }) => code)}
          {...form.getInputProps('currency')}
        />
        <MomentField
          required
          label={t('prices.list.begins')}
          description={t('prices.list.beginsHint')}
          {...form.getInputProps('beginsAt')}
        />
      </ContractForm>
    </SidePanel>
  );
}

/** Copies a list with a date of its own: how prices that are in force are changed. */
export function CopyPanel({ list, onMade, onClose }: Made & { list: PriceList }) {
  const t = useText();
  const [initial] = useState(() => ({
    id: list.id,
    name: list.name.slice(0, PRICE_LIST_NAME_MAX),
    tenantId: list.tenantId,
    beginsAt: tomorrow(),
  }));
  const form = useContractForm(priceListsApi.copy.input as never, initial);
  const copy = useCommand(priceListsApi.copy, { invalidates, handlesFailures: true });
  async function send(fields: typeof initial): Promise<void> {
    const { id } = await copy.mutateAsync(fields);
    toast({ tone: 'success', text: t('prices.list.copied') });
    onMade(id);
  }
  return (
    <SidePanel opened onClose={onClose} title={t('prices.list.copyNamed', { name: list.name })} dirty={form.isDirty()}>
      <ContractForm
        form={form}
        onSubmit={send}
        onCancel={onClose}
        submit={t('prices.list.copy')}
        refusedFields={refusedFields}
      >
        <TextInput
          required
          label={t('prices.list.name')}
          maxLength={PRICE_LIST_NAME_MAX}
          {...form.getInputProps('name')}
        />
        <OwnerField
          value={form.values.tenantId}
          currency={list.currency}
          error={form.errors['tenantId']}
          onChange={(tenantId) => form.setFieldValue('tenantId', tenantId)}
        />
        <MomentField
          required
          label={t('prices.list.begins')}
          description={t('prices.list.beginsHint')}
          {...form.getInputProps('beginsAt')}
        />
      </ContractForm>
    </SidePanel>
  );
}

/** Renames a list, and moves the beginning of one that has not begun. */
export function EditListPanel({ list, onClose }: { list: PriceList; onClose: () => void }) {
  const t = useText();
  const [initial] = useState(() => ({ id: list.id, name: list.name, beginsAt: list.beginsAt }));
  const form = useContractForm(priceListsApi.update.input as never, initial);
  const update = useCommand(priceListsApi.update, { invalidates, handlesFailures: true, done: 'ui.saved' });
  async function send(fields: typeof initial): Promise<void> {
    await update.mutateAsync(fields);
    onClose();
  }
  return (
    <SidePanel opened onClose={onClose} title={t('prices.list.edit')} dirty={form.isDirty()}>
      <ContractForm
        form={form}
        onSubmit={send}
        onCancel={onClose}
        onlyWhenDirty
        refusedFields={{ priceListTwice: 'beginsAt', priceListPast: 'beginsAt' }}
      >
        <TextInput
          required
          label={t('prices.list.name')}
          maxLength={PRICE_LIST_NAME_MAX}
          {...form.getInputProps('name')}
        />
        {list.state === 'ahead' && (
          <MomentField
            required
            label={t('prices.list.begins')}
            description={t('prices.list.beginsHint')}
            {...form.getInputProps('beginsAt')}
          />
        )}
      </ContractForm>
    </SidePanel>
  );
}
