import { Failure } from '#shared/failure.ts';
import type { CustomerWish, FieldValue } from '../../contract.ts';

/** A customer as the form has it. */
export interface NewCustomerValues {
  full_name: string;
  company: string;
  phone: string;
  country: string;
  email: string;
  note: string;
  language: string;
  owner: string;
  tags: string[];
  /** The tenant's own fields, by their id. */
  fields: Record<string, FieldValue>;
}

export const blankCustomer: NewCustomerValues = {
  full_name: '',
  company: '',
  phone: '',
  country: '',
  email: '',
  note: '',
  language: '',
  owner: '',
  tags: [],
  fields: {},
};

export const isBlank = (typed: NewCustomerValues): boolean => JSON.stringify(typed) === JSON.stringify(blankCustomer);

/** Nothing that tells who it is. */
export const namesNobody = ({ full_name, company, phone, email }: NewCustomerValues): boolean =>
  [full_name, company, phone, email].every((text) => text.trim() === '');

export const wishOf = (typed: NewCustomerValues): CustomerWish => ({
  full_name: typed.full_name,
  company: typed.company,
  note: typed.note,
  country: typed.country,
  tag_ids: typed.tags.map(Number),
  fields: typed.fields,
  ...(typed.phone.trim() ? { phones: [{ number: typed.phone.trim(), country: typed.country }] } : {}),
  ...(typed.email.trim() ? { emails: [typed.email.trim()] } : {}),
  ...(typed.language ? { language: typed.language as NonNullable<CustomerWish['language']> } : {}),
  ...(typed.owner ? { owner_id: Number(typed.owner) } : {}),
});

/** The customers that have the number or the address already; null when that is not why it was refused. */
export const sameAs = (error: unknown): string[] | null =>
  error instanceof Failure && error.name === 'customerExists'
    ? error.detail.split(',').filter((id) => /^\d+$/.test(id))
    : null;
