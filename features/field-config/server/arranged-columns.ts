import { customerFields } from '#core/customer/condition.ts';
import { callRecordColumns } from '#core/customer/list-columns.ts';
import type { FieldColumn, FieldList } from '../contract.ts';
import type { ColumnRow, CustomFieldRow } from './field-config.repo.ts';

/** The columns a list has by itself, in the order of the product. */
const own: Record<FieldList, readonly string[]> = { customers: Object.keys(customerFields), callRecords: callRecordColumns, tasks: [] };

/** Of customers these are shown until somebody arranges them. */
const shownAtFirst = new Set(['full_name', 'company', 'phone', 'email', 'owner', 'tag', 'last_contact_at', 'created_at']);

export const isColumn = (list: FieldList, key: string, custom: ReadonlyMap<number, unknown>): boolean =>
  own[list].includes(key) || (list === 'customers' && custom.has(Number(/^custom:(\d+)$/.exec(key)?.[1])));

/** The columns of a list as the tenant arranged them: what it never touched comes after, in the product's order. */
export function arrangedColumns(list: FieldList, arranged: readonly ColumnRow[], custom: readonly CustomFieldRow[], nameOf: (key: string) => string): FieldColumn[] {
  const byKey = new Map(arranged.map((row) => [row.key, row]));
  const fields = new Map(custom.map((field) => [`custom:${field.id}`, field]));
  const keys = [...own[list], ...(list === 'customers' ? fields.keys() : [])];
  const isFirst = (key: string): boolean => list !== 'customers' || shownAtFirst.has(key);
  return keys
    .map((key, place) => {
      const row = byKey.get(key);
      const field = fields.get(key) ?? null;
      return {
        key, name: row?.name || field?.name || nameOf(key), shown: row?.shown ?? isFirst(key), position: row?.position ?? 1_000 + place,
        required: field?.required ?? row?.required ?? false, masked: field?.masked ?? row?.masked ?? false, custom: field && { ...field, position: row?.position ?? 1_000 + place },
      };
    })
    .toSorted((a, b) => a.position - b.position)
    .map((column, position) => ({ ...column, position, custom: column.custom && { ...column.custom, position } }));
}
