import { Select, Switch, TextInput } from '@mantine/core';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { LONG_LIST, useCountryChoices } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { externalNumbersApi, type ExternalNumber, type NewExternalNumber } from '../../contract.ts';

const invalidates = [externalNumbersApi.page, externalNumbersApi.all];

function RouteField({ value, onChange }: { value: number | null; onChange: (id: number | null) => void }) {
  const t = useText();
  const routers = useEndpoint(externalNumbersApi.routers, {}).data ?? [];
  return (
    <Select
      label={t('external-numbers.route')}
      description={t('external-numbers.routeHint')}
      placeholder={t('external-numbers.allRoutes')}
      clearable
      clearButtonProps={{ 'aria-label': t('external-numbers.allRoutes') }}
      data={routers.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  );
}

/** Adds a number; its proof comes after. */
export function AddExternal({ onClose, onAdded }: { onClose: () => void; onAdded: (number: ExternalNumber) => void }) {
  const t = useText();
  const countries = useCountryChoices();
  const form = useContractForm<NewExternalNumber>(externalNumbersApi.add.input as never, {
    number: '',
    countryIso2: null,
    remark: '',
    routerId: null,
  });
  const add = useCommand(externalNumbersApi.add, { invalidates, handlesFailures: true });
  return (
    <Dialog opened onClose={onClose} title={t('external-numbers.add')} dirty={form.isDirty()}>
      <ContractForm
        form={form}
        submit={t('external-numbers.add')}
        onCancel={onClose}
        refusedFields={{ numberWithoutCountry: 'number', numberWrong: 'number', numberOursAlready: 'number' }}
        onSubmit={async (fields) => onAdded(await add.mutateAsync(fields))}
      >
        <TextInput
          required
          data-autofocus
          inputMode="tel"
          label={t('external-numbers.number')}
          description={t('external-numbers.numberHint')}
          {...form.getInputProps('number')}
        />
        <Select
          label={t('external-numbers.country')}
          placeholder={t('external-numbers.countryInNumber')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('external-numbers.countryInNumber') }}
          comboboxProps={LONG_LIST}
          data={countries}
          value={form.values.countryIso2}
          onChange={(next) => form.setFieldValue('countryIso2', next)}
        />
        <TextInput label={t('external-numbers.remark')} maxLength={100} {...form.getInputProps('remark')} />
        <RouteField value={form.values.routerId} onChange={(next) => form.setFieldValue('routerId', next)} />
      </ContractForm>
    </Dialog>
  );
}

type Edited = Pick<ExternalNumber, 'remark' | 'routerId' | 'enabled'>;

/** Changes what is known of a number. */
export function EditExternal({ number, onClose }: { number: ExternalNumber; onClose: () => void }) {
  const t = useText();
  const { id, remark, routerId, enabled } = number;
  const form = useContractForm<Edited>(externalNumbersApi.update.input.omit({ id: true }) as never, {
    remark,
    routerId,
    enabled,
  });
  const update = useCommand(externalNumbersApi.update, { invalidates, handlesFailures: true });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('external-numbers.editNamed', { number: spokenNumber(number.number) })}
      dirty={form.isDirty()}
    >
      <ContractForm
        form={form}
        onCancel={onClose}
        onSubmit={async (fields) => {
          await update.mutateAsync({ id, ...fields });
          toast({ tone: 'success', text: t('ui.saved') });
          onClose();
        }}
      >
        <TextInput label={t('external-numbers.remark')} maxLength={100} {...form.getInputProps('remark')} />
        <RouteField value={form.values.routerId} onChange={(next) => form.setFieldValue('routerId', next)} />
        <Switch label={t('external-numbers.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      </ContractForm>
    </Dialog>
  );
}
