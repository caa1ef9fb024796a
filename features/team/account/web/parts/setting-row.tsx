import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { focusFirst } from './focus-first.ts';

interface SettingRowProps {
  label: string;
  value: ReactNode;
  /** What to know about it before it is changed. */
  hint?: string;
  /** What the button does, for people who do not see which row it stands in. */
  changeLabel: string;
  /** The word on the button; Change unless said. */
  change?: string;
  opened: boolean;
  onToggle: (opened: boolean) => void;
  /** The form, drawn while the row is open. */
  children: ReactNode;
}

/** One thing about the account: what it is now, and the form that changes it in its place. */
export function SettingRow({ label, value, hint, changeLabel, change, opened, onToggle, children }: SettingRowProps) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  const wasOpened = useRef(false);
  useEffect(() => {
    // The form went away with the focus in it: back to where it came from, unless another form took it.
    if (wasOpened.current && !opened && document.activeElement === document.body) button.current?.focus();
    wasOpened.current = opened;
  }, [opened]);
  return (
    <fieldset className="setting" aria-label={label}>
      <div className="setting-line">
        <div className="setting-words">
          <span className="setting-label">{label}</span>
          <span className="setting-value">{value}</span>
          {hint && !opened && <span className="setting-hint">{hint}</span>}
        </div>
        {!opened && (
          <Button ref={button} variant="default" aria-label={changeLabel} onClick={() => onToggle(true)}>
            {change ?? t('account.security.change')}
          </Button>
        )}
      </div>
      {opened && (
        <div className="setting-form" ref={focusFirst}>
          {children}
        </div>
      )}
    </fieldset>
  );
}
