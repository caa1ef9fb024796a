import { Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { networksIn } from '#core/network/network.ts';
import { useText } from '../../i18n.ts';
import '../../load-zod.ts';

interface NetworksFieldProps {
  label: string;
  description: ReactNode;
  /** What an empty list means; from anywhere unless said. */
  placeholder?: string;
  /** Counts once, as in `useState`. */
  networks: readonly string[];
  /** Everything that was typed, with what is no network: the contract refuses that. */
  onChange: (words: string[]) => void;
}

/** A list of networks as text, one on each line; what is none is named at once. */
export function NetworksField({ label, description, placeholder, networks, onChange }: NetworksFieldProps) {
  const t = useText();
  const [typed, setTyped] = useState(networks.join('\n'));
  const { unknown } = networksIn(typed);
  return (
    <Textarea
      label={label}
      description={description}
      placeholder={placeholder ?? t('ui.networks.anywhere')}
      rows={4}
      spellCheck={false}
      value={typed}
      error={unknown.length > 0 && t('ui.networks.unknown', { words: unknown.join(', ') })}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        const read = networksIn(event.currentTarget.value);
        onChange([...read.networks, ...read.unknown]);
      }}
    />
  );
}
