import { maskEmail } from '#core/privacy/email-mask.ts';
import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { PhoneWords } from '#features/team/agents/server/index.ts';
import { tagNames } from '#features/customers/tags/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import type { Customer, FieldValue } from '../contract.ts';
import type { Change } from './customer-changes.repo.ts';
import type { CustomerRow } from './customers.repo.ts';
import type { TenantFields } from './tenant-fields.ts';

/** Stands for a value somebody may not see. */
export const HIDDEN = '***';

export interface CustomerViewer {
  /** Sees stars instead of numbers and addresses, and nothing of what the tenant hides. */
  needsMasking: boolean;
  words: PhoneWords;
  fields: TenantFields;
}

/** What somebody may see of customers. */
export async function shownCustomers(
  tx: TenantTx,
  rows: readonly CustomerRow[],
  viewer: CustomerViewer,
): Promise<Customer[]> {
  const ids = new Set(rows.flatMap((row) => row.tag_ids));
  return shownWith(ids.size === 0 ? new Map() : await tagNames(tx, [...ids]), tx.tenantId, rows, viewer);
}

/** The same, with tags that were read by now. */
export async function shownWith(
  tags: Awaited<ReturnType<typeof tagNames>>,
  tenantId: number,
  rows: readonly CustomerRow[],
  viewer: CustomerViewer,
): Promise<Customer[]> {
  const open = rows.map((row) => openly(row, tags));
  return viewer.needsMasking ? Promise.all(open.map((one) => masked(tenantId, one, viewer))) : open;
}

/** Field by field: taking some from a row and spreading the rest costs more than reading it. */
const openly = (row: CustomerRow, tags: Awaited<ReturnType<typeof tagNames>>): Customer => ({
  id: row.id,
  full_name: row.full_name,
  first_name: row.first_name,
  last_name: row.last_name,
  company: row.company,
  phones: row.phones.map((number, place) => ({ number, country: row.phone_countries[place] ?? '', word: '' })),
  emails: row.emails,
  owner_id: row.owner_id,
  owner_name: row.owner_name ?? '',
  source: row.source,
  language: row.language,
  time_zone: row.time_zone,
  country: row.country,
  tags: row.tag_ids.flatMap((id) => {
    const tag = tags.get(id);
    return tag ? [{ id, ...tag }] : [];
  }),
  fields: row.fields,
  note: row.note,
  do_not_call: row.do_not_call,
  do_not_text: row.do_not_text,
  consent: row.consent,
  consent_at: row.consent_at,
  last_contact_at: row.last_contact_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
  deleted_at: row.deleted_at,
  merged_into: row.merged_into,
  version: row.version,
});

async function masked(tenantId: number, customer: Customer, { words, fields }: CustomerViewer): Promise<Customer> {
  const hides = (column: string): boolean => fields.hiddenColumns.has(column);
  const text = (column: string, value: string): string => (hides(column) && value !== '' ? HIDDEN : value);
  return {
    ...customer,
    phones: await Promise.all(
      customer.phones.map(async ({ number, country }) => ({
        number: maskPhone(number),
        country,
        word: await words.wordFor(tenantId, number),
      })),
    ),
    emails: customer.emails.map(maskEmail),
    full_name: text('full_name', maskNumbersIn(customer.full_name)),
    first_name: text('full_name', customer.first_name),
    last_name: text('full_name', customer.last_name),
    company: text('company', customer.company),
    note: text('note', maskNumbersIn(customer.note)),
    fields: Object.fromEntries(
      Object.entries(customer.fields).map(([id, value]) => [id, maskedValue(id, value, fields)]),
    ),
  };
}

/** A value of a custom field as those who see stars see it. */
function maskedValue(id: string, value: FieldValue, { custom }: TenantFields): FieldValue {
  const field = custom.get(Number(id));
  if (value === null) return null;
  if (field?.masked) return HIDDEN;
  if (field?.type === VariableType.phone) return maskPhone(String(value));
  return typeof value === 'string' && field?.type !== VariableType.date && field?.type !== VariableType.time
    ? maskNumbersIn(value)
    : value;
}

/** The parts of a name are hidden with it. */
const hiddenWith: Readonly<Record<string, string>> = { first_name: 'full_name', last_name: 'full_name' };

/** What a field holds as those who see stars see it; several numbers or addresses come as a list. */
export function maskedField(field: string, value: unknown, fields: TenantFields): unknown {
  if (value === null || value === undefined || value === '') return value;
  if (Array.isArray(value))
    return field === 'phone'
      ? value.map((one) => maskPhone(String(one)))
      : field === 'email'
        ? value.map((one) => maskEmail(String(one)))
        : value;
  if (field.startsWith('custom:')) return maskedValue(field.slice(7), value as FieldValue, fields);
  return fields.hiddenColumns.has(hiddenWith[field] ?? field)
    ? HIDDEN
    : typeof value === 'string'
      ? maskNumbersIn(value)
      : value;
}

/** A change as those who see stars see it. */
export const maskedChange = ({ field, before, after }: Change, fields: TenantFields): Change => ({
  field,
  before: maskedField(field, before, fields),
  after: maskedField(field, after, fields),
});
