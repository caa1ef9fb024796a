import { Consent } from '#shared/codes/consent.ts';
import type { Customer } from '../contract.ts';

const columns: Record<string, (customer: Customer) => Partial<Customer>> = {
  full_name: ({ full_name, first_name, last_name }) => ({ full_name, first_name, last_name }),
  phone: ({ phones }) => ({ phones }),
  email: ({ emails }) => ({ emails }),
  owner: ({ owner_id, owner_name }) => ({ owner_id, owner_name }),
  tag: ({ tags }) => ({ tags }),
  consent: ({ consent, consent_at }) => ({ consent, consent_at }),
};
const nothing: Partial<Customer> = {
  full_name: '',
  first_name: '',
  last_name: '',
  company: '',
  phones: [],
  emails: [],
  owner_id: null,
  owner_name: '',
  language: '',
  time_zone: '',
  country: '',
  tags: [],
  fields: {},
  note: '',
  do_not_call: false,
  do_not_text: false,
  consent: Consent.unknown,
  consent_at: null,
  last_contact_at: null,
};

/** A customer with the columns somebody asked for (`field_names`); what they did not ask for comes empty. */
export function onlyFields(customer: Customer, names: readonly string[]): Customer {
  const own = names.flatMap((name) => (name.startsWith('custom:') ? [name.slice('custom:'.length)] : []));
  const plain = names
    .filter((name) => name in nothing && !(name in columns))
    .map((name) => [name, customer[name as keyof Customer]]);
  return {
    ...customer,
    ...nothing,
    ...Object.fromEntries(plain),
    ...Object.assign({}, ...names.map((name) => columns[name]?.(customer) ?? {})),
    fields: Object.fromEntries(Object.entries(customer.fields).filter(([id]) => own.includes(id))),
  };
}
