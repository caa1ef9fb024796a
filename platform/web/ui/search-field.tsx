import { CloseButton, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useText } from '../i18n.ts';

const PAUSE_MS = 300;

/** A search that asks when the typing pauses, at once on Enter, and shows what the address says. */
export function SearchField({
  value,
  onChange,
  label,
  width = 260,
  icon,
}: {
  value: string;
  onChange: (value: string) => void;
  label?: string;
  width?: number;
  icon?: ReactNode;
}) {
  const t = useText();
  const [typed, setTyped] = useState(value);
  const emitted = useRef(value);
  if (emitted.current !== value) {
    emitted.current = value;
    if (typed !== value) setTyped(value);
  }
  const emit = (next: string) => {
    if (next === emitted.current) return;
    emitted.current = next;
    onChange(next);
  };
  useEffect(() => {
    const timer = setTimeout(() => emit(typed), PAUSE_MS);
    return () => clearTimeout(timer);
    // Only typing starts the pause anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);
  const name = label ?? t('ui.search');
  return (
    <TextInput
      type="search"
      aria-label={name}
      placeholder={name}
      w={width}
      maw="100%"
      value={typed}
      leftSection={icon ?? <Search size={15} aria-hidden />}
      rightSection={
        typed ? (
          <CloseButton
            size="sm"
            aria-label={t('ui.clearFilters')}
            onClick={() => {
              setTyped('');
              emit('');
            }}
          />
        ) : null
      }
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && emit(typed)}
    />
  );
}
