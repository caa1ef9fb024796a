import { Select, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { LONG_LIST } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import type { ListChoice } from '../choices.ts';

/** A fact with its name. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="customer-fact">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface InlineTextProps {
  name: string;
  value: string;
  onSave: (value: string) => unknown;
  multiline?: boolean;
  type?: 'text' | 'email' | 'tel';
  most?: number;
}

/** A text that a click makes a field. Leaving it or Enter saves, Escape does not. */
export function InlineText({ name, value, onSave, multiline = false, type = 'text', most = 200 }: InlineTextProps) {
  const t = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const end = (keep: boolean) => {
    const next = (typed ?? '').trim();
    setTyped(null);
    if (keep && typed !== null && next !== value) void onSave(next);
  };
  if (typed === null)
    return (
      <button
        type="button"
        className="inline-value"
        aria-label={t('customers.edit', { name, value: value || t('customers.fillIn') })}
        onClick={() => setTyped(value)}
      >
        {value || <i>{t('customers.fillIn')}</i>}
      </button>
    );
  const shared = { 'aria-label': name, autoFocus: true, maxLength: most, value: typed, onBlur: () => end(true) };
  if (multiline)
    return (
      <Textarea
        {...shared}
        rows={3}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) =>
          event.key === 'Escape' ? end(false) : event.key === 'Enter' && (event.ctrlKey || event.metaKey) && end(true)
        }
      />
    );
  return (
    <TextInput
      {...shared}
      type={type}
      size="xs"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => (event.key === 'Escape' ? end(false) : event.key === 'Enter' && end(true))}
    />
  );
}

/** One of several, saved when it is chosen. */
export const InlineChoice = ({
  name,
  value,
  data,
  onSave,
  clearable = true,
}: {
  name: string;
  value: string;
  data: ListChoice[];
  onSave: (value: string) => unknown;
  clearable?: boolean;
}) => (
  <Select
    size="xs"
    comboboxProps={LONG_LIST}
    searchable={data.length > 8}
    clearable={clearable}
    aria-label={name}
    placeholder="–"
    value={value || null}
    data={data}
    onChange={(next) => (next ?? '') !== value && void onSave(next ?? '')}
  />
);
