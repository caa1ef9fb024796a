import { NumberInput } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';

interface CapFieldProps {
  label: string;
  /** What an empty field means; no limit unless said. */
  hint?: string;
  min?: number;
  max: number;
  value: number | null;
  error?: string | undefined;
  /** Null for an empty field. */
  onChange: (value: number | null) => void;
}

/** The most of something; an empty field is no limit. */
export function CapField({ hint, min = 1, value, onChange, ...rest }: CapFieldProps) {
  const t = useText();
  return (
    <NumberInput
      {...rest}
      description={hint ?? t('routes.noLimitHint')}
      min={min}
      allowDecimal={false}
      value={value ?? ''}
      onChange={(next) => onChange(next === '' ? null : Number(next))}
    />
  );
}
