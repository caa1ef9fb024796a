import { customerFields } from '#core/customer/condition.ts';
import { callRecordColumns, customerColumns, type OwnColumn } from '../core/list-columns.ts';
import type { FieldColumn, FieldList } from '../contract.ts';
import type { ColumnRow, CustomFieldRow } from './field-config.repo.ts';

/** The columns a list has by itself, in the order of the product. */
const own: Record<FieldList, readonly OwnColumn[]> = {
  customers: customerColumns(Object.keys(customerFields)),
  callRecords: callRecordColumns,
  tasks: [],
};

/** Stands behind every column somebody arranged. */
export const NEVER_ARRANGED = 1_000_000;

export function ownColumn(list: FieldList, key: string): (OwnColumn & { place: number }) | undefined {
  const place = own[list].findIndex((column) => column.key === key);
  return place < 0 ? undefined : { ...own[list][place]!, place };
}
export const customIdOf = (key: string): number => Number(/^custom:(\d{1,15})$/.exec(key)?.[1] ?? 0);

/** The columns of a list as the tenant arranged them: what it never touched comes after, in the product's order. */
export function arrangedColumns(
  list: FieldList,
  arranged: readonly ColumnRow[],
  custom: readonly CustomFieldRow[],
  nameOf: (key: string) => string,
): FieldColumn[] {
  const byKey = new Map(arranged.map((row) => [row.key, row]));
  const fields = new Map(list === 'customers' ? custom.map((field) => [`custom:${field.id}`, field]) : []);
  const columns: OwnColumn[] = [
    ...own[list],
    ...[...fields.keys()].map((key) => ({ key, shown: false, maskable: true, requirable: true })),
  ];
  return columns
    .map(({ key, shown, always = false, maskable = false, requirable = false }, place) => {
      const row = byKey.get(key);
      const field = fields.get(key) ?? null;
      return {
        key,
        name: row?.name || field?.name || nameOf(key),
        ownName: row?.name || field?.name || '',
        shown: always || (row?.shown ?? shown),
        position: row?.position ?? NEVER_ARRANGED + place,
        always,
        maskable,
        requirable,
        required: field?.required ?? (requirable && row?.required === true),
        masked: field?.masked ?? (maskable && row?.masked === true),
        custom: field,
      };
    })
    .toSorted((a, b) => a.position - b.position)
    .map(({ custom: field, ...column }, position) => ({
      ...column,
      position,
      custom: field && { ...field, position },
    }));
}
