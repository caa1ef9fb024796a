import { CloseButton, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useText } from '../i18n.ts';
import './page.css';

/** A page's own area, with the product's margins. */
export const Page = ({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) => (
  <div className={narrow ? 'page page-narrow' : 'page'}>{children}</div>
);

/** A heading inside a page, where the shell's title is not enough. */
export const PageHeader = ({ title, hint, actions }: { title: ReactNode; hint?: ReactNode; actions?: ReactNode }) => (
  <header className="page-header">
    <div>
      <h2>{title}</h2>
      {hint && <p>{hint}</p>}
    </div>
    {actions && <div className="page-actions">{actions}</div>}
  </header>
);

/** Filters at the left, what one can do at the right; wraps on narrow windows. */
export const Toolbar = ({ children, actions }: { children?: ReactNode; actions?: ReactNode }) => (
  <div className="toolbar">
    <div className="toolbar-filters">{children}</div>
    {actions && <div className="page-actions">{actions}</div>}
  </div>
);

/** A framed part of a page. */
export const Card = ({ title, actions, children }: { title?: ReactNode; actions?: ReactNode; children: ReactNode }) => (
  <section className="card">
    {(title || actions) && (
      <header className="card-header">
        <h3>{title}</h3>
        {actions}
      </header>
    )}
    <div className="card-body">{children}</div>
  </section>
);

const PAUSE_MS = 300;

/** A search that asks when the typing pauses, at once on Enter, and shows what the address says. */
export function SearchField({ value, onChange, label, width = 260 }: { value: string; onChange: (value: string) => void; label?: string; width?: number }) {
  const t = useText();
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  if (told.current !== value) {
    told.current = value;
    if (typed !== value) setTyped(value);
  }
  const tell = (next: string) => {
    if (next === told.current) return;
    told.current = next;
    onChange(next);
  };
  useEffect(() => {
    const timer = setTimeout(() => tell(typed), PAUSE_MS);
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
      leftSection={<Search size={15} aria-hidden />}
      rightSection={typed ? <CloseButton size="sm" aria-label={t('ui.clearFilters')} onClick={() => { setTyped(''); tell(''); }} /> : null}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && tell(typed)}
    />
  );
}
