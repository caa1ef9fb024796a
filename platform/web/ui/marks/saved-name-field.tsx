import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

interface SavedNameFieldProps extends Pick<TextInputProps, 'variant' | 'maxLength'> {
  label: string;
  name: string;
  /** Rejects where it could not be saved. */
  onSave: (name: string) => Promise<unknown>;
}

/** A name that is saved when the field is left. One that is empty, or could not be saved, is again what it was. */
export function SavedNameField({ label, name, onSave, ...field }: SavedNameFieldProps) {
  const [typed, setTyped] = useState(name);
  function leave(): void {
    const next = typed.trim();
    if (next === '') setTyped(name);
    else if (next !== name) onSave(next).catch(() => setTyped(name));
  }
  return (
    <TextInput
      {...field}
      aria-label={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}
