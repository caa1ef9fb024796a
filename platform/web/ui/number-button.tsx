import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useText } from '../i18n.ts';
import './number-button.css';

/** A number that is called by a click; plain words where nobody can call it. */
export function NumberButton({
  shown,
  onCall,
  children = spokenNumber(shown),
}: {
  /** The number as its reader sees it. */
  shown: string;
  onCall: (() => void) | null;
  children?: ReactNode;
}) {
  const t = useText();
  if (!onCall) return children;
  const name = t('ui.callNumber', { number: spokenNumber(shown) });
  return (
    <button type="button" className="number-button" aria-label={name} data-hint={name} onClick={onCall}>
      {children}
      <Phone size={12} aria-hidden />
    </button>
  );
}
