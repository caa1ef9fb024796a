import { customerFields } from '#core/customer/condition.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import type { CustomField } from '#features/customers/field-config/contract.ts';
import { hasText, text, textOf } from '#platform/web/i18n.ts';

/** One field that changed, as the history keeps it. */
interface Change {
  field: string;
  before: unknown;
  after: unknown;
}

/** The fields a line of the timeline says were changed. */
export const changesIn = (body: Record<string, unknown>): Change[] =>
  Array.isArray(body['changes']) ? (body['changes'] as Change[]).filter((one) => typeof one?.field === 'string') : [];

/** What a field is called. */
export function fieldText(field: string, custom: readonly CustomField[]): string {
  if (field in customerFields || hasText(`customers.field.${field}`)) return textOf(`customers.field.${field}`);
  const id = Number(/^custom:(\d+)$/.exec(field)?.[1]);
  return custom.find((one) => one.id === id)?.name ?? text('customers.field.custom');
}

/** A value as a line of the history says it; ids are given their names by `named`. */
export function valueText(field: string, value: unknown, named: (field: string, id: string) => string): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '–';
  if (typeof value === 'boolean') return text(value ? 'customers.yes' : 'customers.no');
  const written = (one: unknown): string => (field === 'phone' ? spokenNumber(String(one)) : named(field, String(one)));
  if (Array.isArray(value)) return value.map(written).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : written(value);
}
