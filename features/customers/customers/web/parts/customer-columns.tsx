import { PhoneOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { customerFields, type CustomerField } from '#core/customer/condition.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useCallNumber } from '#features/voice/softphone/web/index.ts';
import { Consent } from '#shared/codes/consent.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { CustomerSource } from '#shared/codes/customer-source.ts';
import { countryName, isCountry } from '#platform/web/country.ts';
import { useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { CodeBadge, codeLabel } from '#platform/web/ui/code-badge.tsx';
import { NamedFlag } from '#platform/web/ui/flag.tsx';
import { Initials } from '#platform/web/ui/initials.tsx';
import { NumberButton } from '#platform/web/ui/number-button.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import type { Customer } from '../../contract.ts';
import { useFieldColumns } from '../choices.ts';
import { customText } from '../custom-text.ts';
import { nameOf } from '../look-up.ts';
import { TagList } from './tag-list.tsx';

const DASH = '–';
const TAGS_IN_A_ROW = 2;

/** Those shown until the tenant arranges them otherwise, and how wide they are. */
const looks: Record<CustomerField, Pick<Column<never>, 'width' | 'sort' | 'card'> & { first?: true }> = {
  full_name: { sort: 'name', card: 'title', first: true },
  phone: { width: 190, first: true },
  company: { width: 160, card: 'none', first: true },
  tag: { width: 220, first: true },
  owner: { width: 130, first: true },
  email: { width: 200, card: 'none' },
  last_contact_at: { width: 150, sort: 'last_contact', first: true },
  created_at: { width: 150, sort: 'created', card: 'none', first: true },
  updated_at: { width: 150, sort: 'updated', card: 'none' },
  source: { width: 120, card: 'none' },
  language: { width: 110, card: 'none' },
  country: { width: 140, card: 'none' },
  time_zone: { width: 160, card: 'none' },
  do_not_call: { width: 120, card: 'none' },
  do_not_text: { width: 120, card: 'none' },
  consent: { width: 120, card: 'none' },
  note: { width: 240, card: 'none' },
};
const usualOrder = Object.keys(looks) as CustomerField[];
const isField = (key: string): key is CustomerField => key in customerFields;

/** Who it is: the name, else the first number or address. */
function Who({ customer }: { customer: Customer }) {
  const t = useText();
  const [phone] = customer.phones;
  const name =
    nameOf(customer) ||
    customer.company ||
    (phone && spokenNumber(phone.number)) ||
    customer.emails[0] ||
    t('customers.nameless');
  return (
    <span className="customer-who">
      <Initials name={name} size={28} />
      <b>{name}</b>
      {customer.do_not_call && (
        <span role="img" aria-label={t('customers.field.do_not_call')} data-hint={t('customers.field.do_not_call')}>
          <PhoneOff size={14} aria-hidden />
        </span>
      )}
    </span>
  );
}

function Phones({ customer }: { customer: Customer }) {
  const callNumber = useCallNumber();
  const [first, ...others] = customer.phones;
  if (!first) return DASH;
  const spoken = spokenNumber(first.number);
  const isOpen = callNumber && !customer.do_not_call && customer.deleted_at === null;
  return (
    <span className="customer-phone">
      <NamedFlag iso2={first.country} />
      <span className="figures">
        <NumberButton
          shown={spoken}
          onCall={isOpen ? () => callNumber({ ...first, name: nameOf(customer) || (first.word ? spoken : '') }) : null}
        />
      </span>
      {others.length > 0 && <small>+{others.length}</small>}
    </span>
  );
}

/** The columns of the list in the tenant's order; those it hides come when somebody asks for them. */
export function useCustomerColumns(): Column<Customer>[] {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  const arranged = useFieldColumns();
  const yes = (on: boolean) => (on ? t('customers.yes') : DASH);
  const cells: Record<CustomerField, (customer: Customer) => ReactNode> = {
    full_name: (customer) => <Who customer={customer} />,
    company: ({ company }) => company || DASH,
    phone: (customer) => <Phones customer={customer} />,
    email: ({ emails }) =>
      emails[0] ? (
        <span className="customer-note" title={emails.join(', ')}>
          {emails.length > 1 ? `${emails[0]} +${emails.length - 1}` : emails[0]}
        </span>
      ) : (
        DASH
      ),
    owner: ({ owner_name: owner }) => owner || DASH,
    source: ({ source }) => <CodeBadge table={CustomerSource} code={source} />,
    language: ({ language: code }) => (code ? codeLabel(CustomerLanguage, code) : DASH),
    time_zone: ({ time_zone: zone }) => zone || DASH,
    country: ({ country }) => (isCountry(country) ? countryName(country, language) : DASH),
    tag: ({ tags }) => (tags.length > 0 ? <TagList tags={tags} most={TAGS_IN_A_ROW} /> : DASH),
    do_not_call: ({ do_not_call: on }) => yes(on),
    do_not_text: ({ do_not_text: on }) => yes(on),
    consent: ({ consent }) => codeLabel(Consent, consent),
    note: ({ note }) => (note ? <span className="customer-note">{note}</span> : DASH),
    created_at: ({ created_at: at }) => format.dateTime(at),
    updated_at: ({ updated_at: at }) => format.dateTime(at),
    last_contact_at: ({ last_contact_at: at }) => format.relative(at),
  };
  const fixed = (key: CustomerField, shown: boolean): Column<Customer> => {
    const { first: _, ...look } = looks[key];
    return {
      id: key,
      header: t(`customers.field.${key}`),
      ...(look as Pick<Column<Customer>, 'width' | 'sort' | 'card'>),
      hidden: !shown,
      required: key === 'full_name',
      cell: cells[key],
    };
  };
  if (!arranged) return usualOrder.map((key) => fixed(key, looks[key].first === true));
  return arranged.flatMap(({ key, shown, custom }): Column<Customer>[] => {
    if (isField(key)) return [fixed(key, shown)];
    return custom
      ? [
          {
            id: key,
            header: custom.name,
            width: 150,
            card: 'none',
            hidden: !shown,
            cell: ({ fields }) => customText(custom, fields[String(custom.id)], format) || DASH,
          },
        ]
      : [];
  });
}
