import { CustomerSource } from '#shared/codes/customer-source.ts';
import type { Customer } from '../contract.ts';

/** A believable customer; give what matters to the test. */
export const aCustomer = (some: Partial<Customer> = {}): Customer => ({
  id: 1,
  full_name: 'Lucía Prado',
  first_name: '',
  last_name: '',
  company: 'Aurora',
  phones: [{ number: '525555501477', country: 'MX', word: '' }],
  emails: ['lucia@aurora.example'],
  owner_id: null,
  owner_name: '',
  source: CustomerSource.person,
  language: 'es',
  time_zone: '',
  country: 'MX',
  tags: [],
  fields: {},
  note: '',
  do_not_call: false,
  do_not_text: false,
  consent: 0,
  consent_at: null,
  last_contact_at: null,
  created_at: '2026-11-01 10:00:00',
  updated_at: '2026-11-01 10:00:00',
  deleted_at: null,
  merged_into: null,
  version: 3,
  ...some,
});
