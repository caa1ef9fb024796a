import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useViewer } from '../viewer.ts';
import { browserZone, fromWallTime, fromWire, toWire, wallTime } from '../zone.ts';

interface MomentFieldProps {
  label: string;
  description?: string;
  /** A wire time, or null. */
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  error?: ReactNode;
  required?: boolean;
}

/** A date and time of the viewer's zone, kept as the wire has it. */
export function MomentField({
  label,
  description,
  value,
  onChange,
  onBlur,
  error,
  required = false,
}: MomentFieldProps) {
  const zone = useViewer()?.timeZone || browserZone();
  const wall = value ? wallTime(fromWire(value), zone).slice(0, 16).replace(' ', 'T') : '';
  return (
    <TextInput
      type="datetime-local"
      label={`${label} (${zone})`}
      description={description}
      // Below, so that fields side by side stand on one line.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
      withAsterisk={required}
      value={wall}
      onBlur={onBlur}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        onChange(typed ? toWire(fromWallTime(`${typed.slice(0, 16).replace('T', ' ')}:00`, zone)) : null);
      }}
    />
  );
}
