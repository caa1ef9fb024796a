import { writeDate } from '#core/customer/custom-value.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import type { CustomField } from '#features/customers/field-config/contract.ts';
import { DateFormat } from '#shared/codes/date-format.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import type { Format } from '#platform/web/format.ts';
import type { FieldValue } from '../contract.ts';

/** A value of a custom field as people read it. */
export function customText(field: CustomField, value: FieldValue | undefined, format: Format): string {
  if (value === null || value === undefined || value === '') return '';
  switch (field.type) {
    case VariableType.number:
      return typeof value === 'number' ? format.number(value) : value;
    case VariableType.price:
      return field.currency !== null && Number.isFinite(Number(value))
        ? format.money(value, field.currency)
        : String(value);
    case VariableType.date: {
      const written = DateFormat.rows.find(({ code }) => String(code) === field.format);
      return written && /^\d{4}-/.test(String(value)) ? writeDate(String(value), written.code) : String(value);
    }
    case VariableType.phone:
      return spokenNumber(String(value));
    case VariableType.time:
      return /^\d\d:\d\d/.test(String(value)) ? format.clock(String(value)) : String(value);
    default:
      return String(value);
  }
}
