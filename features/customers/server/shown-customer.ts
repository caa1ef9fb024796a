import { maskEmail } from '#core/privacy/email-mask.ts';
import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { PhoneWords } from '#features/agents/server/index.ts';
import { tagNames } from '#features/tags/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import type { Customer, FieldValue } from '../contract.ts';
import type { Change, CustomerRow } from './customers.repo.ts';
import type { TenantFields } from './tenant-fields.ts';

/** Stands for a value somebody may not see. */
export const HIDDEN = '***';

export interface Viewer {
  /** Sees stars instead of numbers and addresses, and nothing of what the tenant hides. */
  needsMasking: boolean;
  words: PhoneWords;
  fields: TenantFields;
}

/** What somebody may see of customers. */
export async function shownCustomers(tx: TenantTx, rows: readonly CustomerRow[], viewer: Viewer): Promise<Customer[]> {
  return shownWith(await tagNames(tx, [...new Set(rows.flatMap(({ tag_ids: ids }) => ids))]), tx.tenantId, rows, viewer);
}

/** The same, with tags that were read by now. */
export async function shownWith(tags: Awaited<ReturnType<typeof tagNames>>, tenantId: number, rows: readonly CustomerRow[], viewer: Viewer): Promise<Customer[]> {
  return Promise.all(
    rows.map(({ phone_countries: countries, tag_ids: tagIds, owner_name: ownerName, ...row }): Customer | Promise<Customer> => {
      const open = {
        ...row,
        owner_name: ownerName ?? '',
        phones: row.phones.map((number, place) => ({ number, country: countries[place] ?? '', word: '' })),
        tags: tagIds.flatMap((id) => {
          const tag = tags.get(id);
          return tag ? [{ id, ...tag }] : [];
        }),
      };
      return viewer.needsMasking ? masked(tenantId, open, viewer) : open;
    }),
  );
}

async function masked(tenantId: number, customer: Customer, { words, fields }: Viewer): Promise<Customer> {
  const hides = (column: string): boolean => fields.hiddenColumns.has(column);
  const text = (column: string, value: string): string => (hides(column) && value !== '' ? HIDDEN : value);
  return {
    ...customer,
    phones: await Promise.all(customer.phones.map(async ({ number, country }) => ({ number: maskPhone(number), country, word: await words.wordFor(tenantId, number) }))),
    emails: customer.emails.map(maskEmail),
    full_name: text('full_name', maskNumbersIn(customer.full_name)), first_name: text('full_name', customer.first_name), last_name: text('full_name', customer.last_name),
    company: text('company', customer.company),
    note: text('note', maskNumbersIn(customer.note)),
    fields: Object.fromEntries(Object.entries(customer.fields).map(([id, value]) => [id, maskedValue(id, value, fields)])),
  };
}

/** A value of a custom field as those who see stars see it. */
function maskedValue(id: string, value: FieldValue, { custom }: TenantFields): FieldValue {
  const field = custom.get(Number(id));
  if (value === null) return null;
  if (field?.masked) return HIDDEN;
  if (field?.type === VariableType.phone) return maskPhone(String(value));
  return typeof value === 'string' && field?.type !== VariableType.date && field?.type !== VariableType.time ? maskNumbersIn(value) : value;
}

/** What a field holds as those who see stars see it; several numbers or addresses come as a list. */
export function maskedField(field: string, value: unknown, fields: TenantFields): unknown {
  if (value === null || value === undefined || value === '') return value;
  if (Array.isArray(value)) return field === 'phone' ? value.map((one) => maskPhone(String(one))) : field === 'email' ? value.map((one) => maskEmail(String(one))) : value;
  if (field.startsWith('custom:')) return maskedValue(field.slice(7), value as FieldValue, fields);
  return fields.hiddenColumns.has(field) ? HIDDEN : typeof value === 'string' ? maskNumbersIn(value) : value;
}

/** A change as those who see stars see it. */
export const maskedChange = ({ field, before, after }: Change, fields: TenantFields): Change => ({ field, before: maskedField(field, before, fields), after: maskedField(field, after, fields) });
