import { PhoneForwarded, ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import type { LiveCall } from '#features/voice/calls/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import './caller-mark.css';

const shields = { A: ShieldCheck, B: ShieldQuestion, C: ShieldQuestion, failed: ShieldAlert };

/** What the network says of who calls: how sure the carriers are of them, and which number they dialled. Nothing where it says nothing. */
export function CallerMark({ live: { attestation, divertedFrom, divertedBecause } }: { live: LiveCall }) {
  const t = useText();
  if (attestation === null && divertedFrom === null) return null;
  const Shield = attestation && shields[attestation];
  return (
    <ul className="caller-mark" aria-label={t('softphone.caller.title')}>
      {Shield && (
        <li data-failed={attestation === 'failed' || undefined}>
          <Shield size={14} aria-hidden /> {t(`softphone.caller.${attestation}`)}
        </li>
      )}
      {divertedFrom !== null && (
        <li>
          <PhoneForwarded size={14} aria-hidden />{' '}
          {divertedBecause
            ? t(`softphone.caller.forwarded.${divertedBecause}`, { number: spokenNumber(divertedFrom) })
            : t('softphone.caller.forwarded', { number: spokenNumber(divertedFrom) })}
        </li>
      )}
    </ul>
  );
}
