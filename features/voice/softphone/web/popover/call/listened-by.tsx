import { Headphones } from 'lucide-react';
import type { LiveCall } from '#features/voice/calls/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import './listened-by.css';

/** Who listens to my call at this moment and whether they are heard, where the organisation tells agents so. */
export function ListenedBy({ live: { monitoredBy } }: { live: LiveCall }) {
  const t = useText();
  if (monitoredBy.length === 0) return null;
  return (
    <ul className="listened-by" aria-label={t('softphone.listened.title')}>
      {monitoredBy.map(({ name, mode }) => (
        <li key={name}>
          <Headphones size={14} aria-hidden /> {t(`softphone.listened.${mode}`, { name })}
        </li>
      ))}
    </ul>
  );
}
