import { NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';

interface OptionalNumberProps {
  label: string;
  hint?: string;
  error?: ReactNode;
  min: number;
  max: number;
  value: number | null;
  /** Null for an empty field. */
  onChange: (value: number | null) => void;
}

/** A whole number, or nothing. */
export const OptionalNumber = ({ hint, value, onChange, ...rest }: OptionalNumberProps) => (
  <NumberInput
    {...rest}
    description={hint}
    allowDecimal={false}
    value={value ?? ''}
    onChange={(next) => onChange(next === '' ? null : Number(next))}
  />
);
