import { NumberInput, Select, TextInput } from '@mantine/core';
import type { CustomField } from '#features/customers/field-config/contract.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import type { FieldValue } from '../../contract.ts';

interface CustomInputProps {
  field: CustomField;
  /** Above it, or null where the name stands elsewhere. */
  label: string | null;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
  autoFocus?: boolean;
}

/** The way to enter a value of a custom field: by its type. */
export function CustomInput({ field, label, value, onChange, autoFocus = false }: CustomInputProps) {
  const named = { ...(label === null ? { 'aria-label': field.name } : { label }), required: field.required, autoFocus };
  const text = value === null ? '' : String(value);
  switch (field.type) {
    case VariableType.number:
    case VariableType.price:
      return (
        <NumberInput
          {...named}
          value={text}
          {...(field.currency ? { suffix: ` ${field.currency}` } : {})}
          onChange={(next) => onChange(next === '' ? null : Number(next))}
        />
      );
    case VariableType.choice:
      return (
        <Select {...named} clearable data={field.options} value={text || null} onChange={(next) => onChange(next)} />
      );
    case VariableType.date:
      return (
        <TextInput
          {...named}
          type="date"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      );
    case VariableType.time:
      return (
        <TextInput
          {...named}
          type="time"
          step={1}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      );
    case VariableType.phone:
      return (
        <TextInput
          {...named}
          type="tel"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      );
    default:
      return (
        <TextInput
          {...named}
          maxLength={2_000}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      );
  }
}
