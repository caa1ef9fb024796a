import { ExternalLink } from 'lucide-react';
import { callsApi, type LiveCall } from '#features/voice/calls/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useStore } from '#platform/web/use-store.ts';
import { blockedPage } from './blocked-pages.ts';
import './customer-page-link.css';

/** The way to the team's own page about the customer, once the call is answered. Nothing where there is none, or nothing of the customer may be seen in it. */
export function CustomerPageLink({ live: { callId, state, role, direction } }: { live: LiveCall }) {
  const t = useText();
  const settings = useEndpoint(callsApi.settings, {}, { staleMs: 300_000, handlesFailures: true }).data;
  const isOffered =
    settings !== undefined &&
    (settings.CustomerPageOpening ?? 'off') !== 'off' &&
    state === 'talking' &&
    role !== 'supervisor' &&
    direction !== 'internal';
  const address = useEndpoint(callsApi.customerPage, { callId }, { enabled: isOffered, handlesFailures: true }).data
    ?.address;
  const wasBlocked = useStore(blockedPage) === callId;
  if (!isOffered || !address) return null;
  return (
    <p className="customer-page-link">
      <a href={address} target="_blank" rel="noopener noreferrer">
        <ExternalLink size={14} aria-hidden /> {t('softphone.customerPage.open')}
      </a>
      {wasBlocked && <small>{t('softphone.customerPage.blocked')}</small>}
    </p>
  );
}
