import { Alert, Button, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Failure } from '#shared/errors.ts';
import { failureText } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import { customersApi, type CustomerWish, type FieldValue } from '../../contract.ts';
import {
  useCountryChoices,
  useCustomFields,
  useFieldColumns,
  useLanguageChoices,
  usePeople,
  useTagChoices,
} from '../choices.ts';
import { CustomInput } from './custom-input.tsx';
import '#platform/web/ui/form/form.css';

const blank = {
  full_name: '',
  company: '',
  phone: '',
  country: '',
  email: '',
  note: '',
  language: '',
  owner: '',
  tags: [] as string[],
};

/** A new customer. A number somebody has is told first, with a way to whom it belongs. */
export function AddCustomer({ onClose }: { onClose: () => void }) {
  const t = useText();
  const can = useCan();
  const navigate = useNavigate();
  const viewer = useViewer();
  const [typed, setTyped] = useState(blank);
  const [fields, setFields] = useState<Record<string, FieldValue>>({});
  const add = useCommand(customersApi.insert, {
    handlesFailures: true,
    invalidates: [customersApi.list, customersApi.myList],
    onDone: ({ id }) => (onClose(), void navigate(`/customers/${id}`)),
  });
  const set = (part: Partial<typeof blank>) => setTyped((before) => ({ ...before, ...part }));
  const required = new Set((useFieldColumns() ?? []).filter((column) => column.required).map(({ key }) => key));
  const [people, languages, countryChoices, tags, custom] = [
    usePeople(),
    useLanguageChoices(),
    useCountryChoices(),
    useTagChoices(),
    useCustomFields(),
  ];
  const isEmpty = [typed.full_name, typed.company, typed.phone, typed.email].every((text) => text.trim() === '');
  const dirty = JSON.stringify(typed) !== JSON.stringify(blank) || Object.keys(fields).length > 0;

  const wish = (): CustomerWish => ({
    full_name: typed.full_name,
    company: typed.company,
    note: typed.note,
    country: typed.country,
    tag_ids: typed.tags.map(Number),
    fields,
    ...(typed.phone.trim() ? { phones: [{ number: typed.phone.trim(), country: typed.country }] } : {}),
    ...(typed.email.trim() ? { emails: [typed.email.trim()] } : {}),
    ...(typed.language ? { language: typed.language as NonNullable<CustomerWish['language']> } : {}),
    ...(typed.owner ? { owner_id: Number(typed.owner) } : {}),
  });
  const same =
    add.error instanceof Failure && add.error.name === 'customerExists'
      ? add.error.detail.split(',').filter((id) => /^\d+$/.test(id))
      : null;

  return (
    <SidePanel opened onClose={onClose} title={t('customers.add')} dirty={dirty && !add.isPending}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate(wish());
        }}
      >
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
            value={fields[String(field.id)] ?? null}
            onChange={(value) => setFields((before) => ({ ...before, [String(field.id)]: value }))}
          />
        ))}
        <Textarea
          label={t('customers.field.note')}
          rows={2}
          maxLength={10_000}
          value={typed.note}
          onChange={(event) => set({ note: event.currentTarget.value })}
        />
        {same && (
          <Alert color="orange" role="alert" title={t('customers.exists')}>
            <div className="page-actions">
              {same.slice(0, 3).map((id) => (
                <Button
                  key={id}
                  size="xs"
                  variant="default"
                  onClick={() => (onClose(), void navigate(`/customers/${id}`))}
                >
                  {t('customers.openExisting')}
                </Button>
              ))}
              <Button size="xs" variant="default" onClick={() => add.mutate({ ...wish(), allow_duplicate: true })}>
                {t('customers.addAnyway')}
              </Button>
            </div>
          </Alert>
        )}
        {add.error && !same && (
          <Alert color="red" role="alert">
            {failureText(add.error)}
          </Alert>
        )}
        <div className="form-buttons">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={add.isPending} disabled={isEmpty}>
            {t('customers.add')}
          </Button>
        </div>
      </form>
    </SidePanel>
  );
}
