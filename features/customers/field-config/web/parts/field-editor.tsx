import { NativeSelect, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { Currency } from '#shared/codes/currency.ts';
import { DateFormat } from '#shared/codes/date-format.ts';
import { TimeFormat } from '#shared/codes/time-format.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { fieldConfigApi, type CustomField } from '../../contract.ts';

type Fields = Omit<CustomField, 'id' | 'position'>;

/** Invents a field of customers or changes one: what else is asked depends on its type. */
export function FieldEditor({ field, onClose }: { field: CustomField | null; onClose: () => void }) {
  const t = useText();
  const [initial] = useState<Fields>(() => {
    const {
      name = '',
      type = VariableType.text,
      options = [],
      currency = null,
      format = '',
      required = false,
      masked = false,
    } = field ?? {};
    return { name, type, options, currency, format, required, masked };
  });
  const form = useContractForm<Fields>(fieldConfigApi.addCustom.input as never, initial);
  const invalidates = [fieldConfigApi.centreList, fieldConfigApi.list];
  const add = useCommand(fieldConfigApi.addCustom, { invalidates, handlesFailures: true });
  const edit = useCommand(fieldConfigApi.updateCustom, { invalidates, handlesFailures: true });
  const { options: wants } = VariableType.row(form.values.type);
  const formats =
    wants === 'date'
      ? DateFormat.rows.map(({ code, pattern }) => ({ value: String(code), label: pattern }))
      : TimeFormat.rows.map(({ code, key }) => ({ value: String(code), label: t(key) }));

  async function send({ type, ...fields }: Fields): Promise<void> {
    if (field) await edit.mutateAsync({ ...fields, id: field.id });
    else await add.mutateAsync({ ...fields, type });
    toast({ tone: 'success', text: t('ui.saved') });
    onClose();
  }
  function choose(type: VariableType): void {
    const { options } = VariableType.row(type);
    form.setValues({
      type,
      currency: options === 'currency' ? Currency.usDollar : null,
      format: options === 'date' ? String(DateFormat.yearFirst) : options === 'time' ? String(TimeFormat.hours24) : '',
    });
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={field ? t('field-config.editTitle', { name: field.name }) : t('field-config.add')}
      dirty={form.isDirty()}
    >
      <ContractForm form={form} onSubmit={send} onCancel={onClose}>
        <TextInput required label={t('field-config.field.name')} maxLength={40} {...form.getInputProps('name')} />
        <NativeSelect
          label={t('field-config.field.type')}
          description={t('field-config.field.typeHint')}
          disabled={field !== null}
          value={form.values.type}
          data={VariableType.rows.map(({ code, key }) => ({ value: String(code), label: t(key) }))}
          onChange={(event) => choose(Number(event.currentTarget.value) as VariableType)}
        />
        {wants === 'choice' && (
          <TagsInput
            required
            label={t('field-config.field.options')}
            description={t('field-config.field.optionsHint')}
            {...form.getInputProps('options')}
          />
        )}
        {wants === 'currency' && (
          <Select
            label={t('field-config.field.currency')}
            searchable
            allowDeselect={false}
            data={Currency.rows.map(({ code, key }) => ({ value: code, label: `${code} ${t(key)}` }))}
            {...form.getInputProps('currency')}
          />
        )}
        {(wants === 'date' || wants === 'time') && (
          <NativeSelect label={t('field-config.field.format')} data={formats} {...form.getInputProps('format')} />
        )}
        <Switch label={t('field-config.required')} {...form.getInputProps('required', { type: 'checkbox' })} />
        <Switch label={t('field-config.masked')} {...form.getInputProps('masked', { type: 'checkbox' })} />
      </ContractForm>
    </SidePanel>
  );
}
