import { MultiSelect, Switch } from '@mantine/core';
import { useState } from 'react';
import { Consent } from '#shared/codes/consent.ts';
import { CustomerSource } from '#shared/codes/customer-source.ts';
import type { CustomField } from '#features/customers/field-config/contract.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeChoices, codeLabel } from '#platform/web/ui/code-badge.tsx';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import type { Customer, CustomerWish, FieldValue } from '../../contract.ts';
import {
  useCountryChoices,
  useCustomFields,
  useLanguageChoices,
  usePeople,
  useTagChoices,
  zoneChoices,
} from '../choices.ts';
import { customText } from '../custom-text.ts';
import type { SaveCustomer } from '../use-save-customer.ts';
import { Emails, Phones } from './contact-ways.tsx';
import { CustomInput } from './custom-input.tsx';
import { Fact, InlineChoice, InlineText } from './inline-fields.tsx';

interface FactsProps {
  customer: Customer;
  save: SaveCustomer;
  /** On the workbench: what matters in a call. */
  short?: boolean;
  /** Of that, only who they are and what was noted. */
  isFolded?: boolean;
}

/** What is known of a customer; every field is changed where it stands and saved by itself. */
export function CustomerFacts({ customer, save, short = false, isFolded = false }: FactsProps) {
  const t = useText();
  const format = useFormat();
  const [languages, countryChoices, custom] = [useLanguageChoices(), useCountryChoices(), useCustomFields()];
  const text = (field: 'full_name' | 'first_name' | 'last_name' | 'company' | 'note', most = 200) => (
    <InlineText
      name={t(`customers.field.${field}`)}
      value={customer[field]}
      most={most}
      multiline={field === 'note'}
      onSave={(value) => save({ [field]: value }, { [field]: customer[field] })}
    />
  );
  const flag = (field: 'do_not_call' | 'do_not_text') => (
    <Switch
      aria-label={t(`customers.field.${field}`)}
      checked={customer[field]}
      onChange={(event) => void save({ [field]: event.currentTarget.checked }, { [field]: customer[field] })}
    />
  );
  return (
    <dl className="customer-facts">
      <Fact name={t('customers.field.full_name')}>{text('full_name')}</Fact>
      {!short && <Fact name={t('customers.field.first_name')}>{text('first_name')}</Fact>}
      {!short && <Fact name={t('customers.field.last_name')}>{text('last_name')}</Fact>}
      <Fact name={t('customers.field.company')}>{text('company')}</Fact>
      {!isFolded && (
        <>
          <Fact name={t('customers.field.phone')}>
            <Phones customer={customer} save={save} mayEdit />
          </Fact>
          <Fact name={t('customers.field.email')}>
            <Emails customer={customer} save={save} mayEdit />
          </Fact>
          <TagFact customer={customer} save={save} />
          <OwnerFact customer={customer} save={save} />
          <Fact name={t('customers.field.language')}>
            <InlineChoice
              name={t('customers.field.language')}
              value={customer.language}
              data={languages}
              onSave={(value) =>
                save(
                  { language: value as NonNullable<CustomerWish['language']> },
                  { language: customer.language as NonNullable<CustomerWish['language']> },
                )
              }
            />
          </Fact>
        </>
      )}
      {!short && (
        <Fact name={t('customers.field.country')}>
          <InlineChoice
            name={t('customers.field.country')}
            value={customer.country}
            data={countryChoices}
            onSave={(country) => save({ country }, { country: customer.country })}
          />
        </Fact>
      )}
      {!short && (
        <Fact name={t('customers.field.time_zone')}>
          <InlineChoice
            name={t('customers.field.time_zone')}
            value={customer.time_zone}
            data={zoneChoices()}
            onSave={(zone) => save({ time_zone: zone }, { time_zone: customer.time_zone })}
          />
        </Fact>
      )}
      {custom
        .map((field) => ({ field, value: customer.fields[String(field.id)] ?? null }))
        .filter(({ value }) => !isFolded || (value !== null && value !== ''))
        .map(({ field, value }) => (
          <CustomFact key={field.id} field={field} value={value} save={save} />
        ))}
      <Fact name={t('customers.field.note')}>{text('note', 10_000)}</Fact>
      {!short && (
        <>
          <Fact name={t('customers.field.do_not_call')}>{flag('do_not_call')}</Fact>
          <Fact name={t('customers.field.do_not_text')}>{flag('do_not_text')}</Fact>
          <Fact name={t('customers.field.consent')}>
            <InlineChoice
              name={t('customers.field.consent')}
              clearable={false}
              value={String(customer.consent)}
              data={codeChoices(Consent)}
              onSave={(value) => save({ consent: Number(value) as Consent }, { consent: customer.consent })}
            />
          </Fact>
          <Fact name={t('customers.field.source')}>{codeLabel(CustomerSource, customer.source)}</Fact>
          <Fact name={t('customers.field.created_at')}>{format.dateTime(customer.created_at)}</Fact>
          <Fact name={t('customers.field.updated_at')}>{format.dateTime(customer.updated_at)}</Fact>
        </>
      )}
      {!isFolded && (
        <Fact name={t('customers.field.last_contact_at')}>{format.relative(customer.last_contact_at)}</Fact>
      )}
    </dl>
  );
}

function TagFact({ customer, save }: FactsProps) {
  const t = useText();
  const can = useCan();
  const choices = useTagChoices();
  const before = customer.tags.map(({ id }) => id);
  if (!can('tags.use')) return null;
  const name = t('customers.field.tag');
  return (
    <Fact name={name}>
      <MultiSelect
        size="xs"
        searchable
        aria-label={name}
        placeholder={before.length > 0 ? '' : t('customers.addTag')}
        data={choices}
        value={before.map(String)}
        onChange={(ids) => void save({ tag_ids: ids.map(Number) }, { tag_ids: before })}
      />
    </Fact>
  );
}

/** Without the right to edit all, people take customers for themselves and give their own back. */
function OwnerFact({ customer, save }: FactsProps) {
  const t = useText();
  const can = useCan();
  const me = useViewer()?.userId;
  const people = usePeople();
  const { owner_id: owner } = customer;
  const isKnown = owner === null || people.some(({ value }) => value === String(owner));
  const all = isKnown ? people : [...people, { value: String(owner), label: customer.owner_name }];
  const data = can('customers.edit')
    ? all
    : all.filter(({ value }) => value === String(owner) || (owner === null && value === String(me)));
  const name = t('customers.field.owner');
  return (
    <Fact name={name}>
      {can('customers.edit') || owner === null || owner === me ? (
        <InlineChoice
          name={name}
          value={owner === null ? '' : String(owner)}
          data={data}
          onSave={(value) => save({ owner_id: value ? Number(value) : null }, { owner_id: owner })}
        />
      ) : (
        customer.owner_name || '–'
      )}
    </Fact>
  );
}

function CustomFact({ field, value, save }: { field: CustomField; value: FieldValue; save: SaveCustomer }) {
  const t = useText();
  const format = useFormat();
  const [typed, setTyped] = useState<{ value: FieldValue } | null>(null);
  const shown = customText(field, value, format);
  const keep = (next: FieldValue) => {
    setTyped(null);
    if (next !== value) void save({ fields: { [String(field.id)]: next } }, { fields: { [String(field.id)]: value } });
  };
  if (!typed)
    return (
      <Fact name={field.name}>
        <button
          type="button"
          className="inline-value"
          aria-label={t('customers.edit', { name: field.name, value: shown || t('customers.fillIn') })}
          onClick={() => setTyped({ value })}
        >
          {shown || <i>{t('customers.fillIn')}</i>}
        </button>
      </Fact>
    );
  const isChoice = field.type === VariableType.choice;
  return (
    <Fact name={field.name}>
      <div onBlur={(event) => !isChoice && !event.currentTarget.contains(event.relatedTarget) && keep(typed.value)}>
        {/* Keys of the field bubble up to here. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div
          onKeyDown={(event) =>
            event.key === 'Escape' ? setTyped(null) : event.key === 'Enter' && !isChoice && keep(typed.value)
          }
        >
          <CustomInput
            label={null}
            field={field}
            autoFocus
            value={typed.value}
            onChange={(next) => (isChoice ? keep(next) : setTyped({ value: next }))}
          />
        </div>
      </div>
    </Fact>
  );
}
