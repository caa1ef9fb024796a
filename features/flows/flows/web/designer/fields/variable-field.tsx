import { Autocomplete, MultiSelect } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { useDesigner } from './designer-context.ts';

interface VariableFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  disabled: boolean;
  onChange(value: string): void;
}

/** The name of a value: one of those the flow knows, or a new one. */
export function VariableField({ value, onChange, ...common }: VariableFieldProps) {
  const t = useText();
  const { variables } = useDesigner();
  return (
    <Autocomplete
      {...common}
      placeholder={t(common.error ? 'flows.choose' : 'flows.noVariable')}
      data={variables.map(({ attrKey }) => attrKey)}
      value={value}
      maxLength={40}
      onChange={(typed) => onChange(typed.replace(/[^A-Za-z0-9_]/g, ''))}
    />
  );
}

/** Several of the values the flow knows. */
export function VariablesField({
  value,
  onChange,
  ...common
}: Omit<VariableFieldProps, 'value' | 'onChange'> & { value: readonly string[]; onChange(value: string[]): void }) {
  const { variables } = useDesigner();
  return (
    <MultiSelect
      {...common}
      data={[...new Set([...variables.map(({ attrKey }) => attrKey), ...value])]}
      value={[...value]}
      onChange={onChange}
    />
  );
}
