import { Group, NativeSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { pricedKinds, priceServices } from '#core/money/choose-price.ts';
import { LONG_LIST, useCountryChoices } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm, type FormState } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { PriceFields, priceListsApi, type PriceLine, type PriceList } from '../../contract.ts';
import { hasPlace, isTimed } from '../../core/price-rules.ts';

const E4 = 10_000;
/** How calls are usually counted. */
const PERIODS = ['60/60', '60/1', '30/6', '6/6', '1/1'] as const;

const empty: PriceFields = {
  service: 'call',
  kind: '',
  variant: '',
  country: '',
  prefix: '',
  firstSec: 60,
  nextSec: 60,
  setupE4: 0,
  priceE4: 0,
};

/** Adds a price to a list, or changes one. */
export function PriceEditor({
  list,
  price,
  onClose,
}: {
  list: PriceList;
  price: PriceLine | null;
  onClose: () => void;
}) {
  const t = useText();
  const [initial] = useState<PriceFields>(() => {
    if (!price) return empty;
    const { id: _id, ...fields } = price;
    return fields as PriceFields;
  });
  const form = useContractForm<PriceFields>(PriceFields as never, initial);
  const invalidates = [priceListsApi.rows, priceListsApi.list, priceListsApi.lists];
  const add = useCommand(priceListsApi.addRow, { invalidates, handlesFailures: true, done: 'ui.saved' });
  const update = useCommand(priceListsApi.updateRow, { invalidates, handlesFailures: true, done: 'ui.saved' });
  const { service } = form.values;
  async function send(fields: PriceFields): Promise<void> {
    if (price) await update.mutateAsync({ ...fields, id: price.id });
    else await add.mutateAsync({ ...fields, listId: list.id });
    onClose();
  }
  /** What the service has no use for goes. */
  const become = (next: PriceFields['service']) =>
    form.setValues({
      service: next,
      ...(next === 'call' ? {} : { kind: '', setupE4: 0 }),
      ...(next === 'seat' ? {} : { variant: '' }),
      ...(hasPlace(next) ? {} : { country: '', prefix: '' }),
      ...(isTimed(next) ? {} : { firstSec: 60, nextSec: 60 }),
    });
  return (
    <SidePanel opened onClose={onClose} title={t(price ? 'prices.row.edit' : 'prices.row.add')} dirty={form.isDirty()}>
      <ContractForm form={form} onSubmit={send} onCancel={onClose}>
        <NativeSelect
          label={t('prices.column.service')}
          data={priceServices.map((value) => ({ value, label: t(`prices.service.${value}`) }))}
          value={service}
          onChange={({ currentTarget: { value } }) => become(value as PriceFields['service'])}
        />
        {service === 'call' && (
          <NativeSelect
            label={t('prices.column.kind')}
            data={[
              { value: '', label: t('prices.kind.any') },
              ...pricedKinds.map((value) => ({ value, label: t(`prices.kind.${value}`) })),
            ]}
            {...form.getInputProps('kind')}
          />
        )}
        {service === 'seat' && (
          <NativeSelect
            label={t('prices.column.variant')}
            data={(['', 'voice', 'text'] as const).map((value) => ({
              value,
              label: t(`prices.variant.${value || 'any'}`),
            }))}
            {...form.getInputProps('variant')}
          />
        )}
        {hasPlace(service) && <PlaceFields form={form} />}
        <AmountField form={form} field="priceE4" label={t(`prices.per.${service}`, { currency: list.currency })} />
        {service === 'call' && (
          <AmountField form={form} field="setupE4" label={t('prices.setup', { currency: list.currency })} />
        )}
        {isTimed(service) && <PeriodFields form={form} />}
      </ContractForm>
    </SidePanel>
  );
}

function PlaceFields({ form }: { form: FormState<PriceFields> }) {
  const t = useText();
  const countries = useCountryChoices();
  return (
    <>
      <Select
        searchable
        clearable
        label={t('prices.column.country')}
        placeholder={t('prices.anyCountry')}
        comboboxProps={LONG_LIST}
        data={countries}
        error={form.errors['country']}
        value={form.values.country || null}
        onChange={(country) => form.setFieldValue('country', country ?? '')}
      />
      <TextInput
        label={t('prices.column.prefix')}
        description={t('prices.prefixHint')}
        inputMode="numeric"
        maxLength={16}
        error={form.errors['prefix'] && t('prices.why.prefixElsewhere')}
        value={form.values.prefix}
        onChange={({ currentTarget: { value } }) => form.setFieldValue('prefix', value.replace(/\D/g, '').slice(0, 15))}
      />
    </>
  );
}

/** An amount with four digits behind the point, kept as ten-thousandths. */
function AmountField({
  form,
  field,
  label,
}: {
  form: FormState<PriceFields>;
  field: 'priceE4' | 'setupE4';
  label: string;
}) {
  const { value: _value, onChange: _onChange, ...shared } = form.getInputProps(field);
  return (
    <NumberInput
      {...shared}
      required
      label={label}
      min={0}
      max={10_000_000}
      decimalScale={4}
      hideControls
      value={form.values[field] / E4}
      onChange={(next) => form.setFieldValue(field, next === '' ? ('' as never) : Math.round(Number(next) * E4))}
    />
  );
}

function PeriodFields({ form }: { form: FormState<PriceFields> }) {
  const t = useText();
  const { firstSec, nextSec } = form.values;
  const now = `${firstSec}/${nextSec}`;
  const isUsual = PERIODS.some((period) => period === now);
  const [isOther, setOther] = useState(!isUsual);
  return (
    <>
      <NativeSelect
        label={t('prices.counted')}
        description={t('prices.countedHint')}
        value={isOther ? 'other' : now}
        data={[...PERIODS, { value: 'other', label: t('prices.otherPeriod') }]}
        onChange={({ currentTarget: { value } }) => {
          setOther(value === 'other');
          if (value === 'other') return;
          const [first = 60, next = 60] = value.split('/').map(Number);
          form.setValues({ firstSec: first, nextSec: next });
        }}
      />
      {isOther && (
        <Group gap="xs" grow align="flex-start">
          <NumberInput label={t('prices.column.first')} min={1} max={3_600} {...form.getInputProps('firstSec')} />
          <NumberInput label={t('prices.column.next')} min={1} max={3_600} {...form.getInputProps('nextSec')} />
        </Group>
      )}
    </>
  );
}
