import { MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import type { FieldValue } from '../../contract.ts';
import {
  useCountryChoices,
  useCustomFields,
  useFieldColumns,
  useLanguageChoices,
  usePeople,
  useTagChoices,
} from '../choices.ts';
import { CustomInput } from './custom-input.tsx';
import type { NewCustomerValues } from './new-customer-values.ts';

interface NewCustomerFieldsProps {
  typed: NewCustomerValues;
  onChange: (part: Partial<NewCustomerValues>) => void;
  /** One of the tenant's own fields. */
  onField: (id: string, value: FieldValue) => void;
}

/** Everything a new customer is asked for: our fields, and those the tenant invented. */
export function NewCustomerFields({ typed, onChange: set, onField }: NewCustomerFieldsProps) {
  const t = useText();
  const can = useCan();
  const viewer = useViewer();
  const required = new Set((useFieldColumns() ?? []).filter((column) => column.required).map(({ key }) => key));
  const [people, languages, countryChoices, tags, custom] = [
    usePeople(),
    useLanguageChoices(),
    useCountryChoices(),
    useTagChoices(),
    useCustomFields(),
  ];
  return (
    <>
      <TextInput
        label={t('customers.field.full_name')}
        data-autofocus
        required={required.has('full_name')}
        maxLength={200}
        value={typed.full_name}
        onChange={(event) => set({ full_name: event.currentTarget.value })}
      />
      <TextInput
        label={t('customers.field.company')}
        required={required.has('company')}
        maxLength={200}
        value={typed.company}
        onChange={(event) => set({ company: event.currentTarget.value })}
      />
      <Select
        label={t('customers.field.country')}
        searchable
        clearable
        required={required.has('country')}
        data={countryChoices}
        value={typed.country || null}
        onChange={(country) => set({ country: country ?? '' })}
      />
      <TextInput
        label={t('customers.field.phone')}
        type="tel"
        description={t('customers.phoneHint')}
        required={required.has('phone')}
        maxLength={40}
        value={typed.phone}
        onChange={(event) => set({ phone: event.currentTarget.value })}
      />
      <TextInput
        label={t('customers.field.email')}
        type="email"
        required={required.has('email')}
        maxLength={254}
        value={typed.email}
        onChange={(event) => set({ email: event.currentTarget.value })}
      />
      <Select
        label={t('customers.field.language')}
        searchable
        clearable
        required={required.has('language')}
        data={languages}
        value={typed.language || null}
        onChange={(language) => set({ language: language ?? '' })}
      />
      {can('tags.use') && (
        <MultiSelect
          label={t('customers.field.tag')}
          searchable
          data={tags}
          value={typed.tags}
          onChange={(chosen) => set({ tags: chosen })}
        />
      )}
      <Select
        label={t('customers.field.owner')}
        searchable
        clearable
        data={can('customers.edit') ? people : people.filter(({ value }) => value === String(viewer?.userId))}
        value={typed.owner || null}
        onChange={(owner) => set({ owner: owner ?? '' })}
      />
      {custom.map((field) => (
        <CustomInput
          key={field.id}
          label={field.name}
          field={field}
          value={typed.fields[String(field.id)] ?? null}
          onChange={(value) => onField(String(field.id), value)}
        />
      ))}
      <Textarea
        label={t('customers.field.note')}
        rows={2}
        maxLength={10_000}
        value={typed.note}
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
    </>
  );
}
