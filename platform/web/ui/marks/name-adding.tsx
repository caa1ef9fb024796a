import { Button, TextInput } from '@mantine/core';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import './marks.css';

export interface NameAddingProps {
  label: string;
  /** The word on the button. */
  button: string;
  variant?: 'filled' | 'default';
  /** As typed; whoever adds it empties it once it is there. */
  name: string;
  nameMax: number;
  onName: (name: string) => void;
  isPending: boolean;
  onAdd: (name: string) => void;
  /** What else is chosen of it, before its name. */
  children?: ReactNode;
}

/** Adds one more to a list of names. */
export function NameAdding({
  label,
  button,
  variant = 'filled',
  name,
  nameMax,
  onName,
  isPending,
  onAdd,
  children,
}: NameAddingProps) {
  const wanted = name.trim();
  return (
    <form
      className="mark-row"
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== '') onAdd(wanted);
      }}
    >
      {children}
      <TextInput
        aria-label={label}
        placeholder={label}
        maxLength={nameMax}
        value={name}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant={variant}
        loading={isPending}
        disabled={wanted === ''}
        leftSection={<Plus size={16} aria-hidden />}
      >
        {button}
      </Button>
    </form>
  );
}
