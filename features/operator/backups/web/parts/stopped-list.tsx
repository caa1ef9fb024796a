import { Link } from 'react-router';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import type { StoppedByRestore } from '../../contract.ts';

/** Campaigns a restore stopped, tenant by tenant, with the way there; nothing where none stands still. */
export function StoppedList({ campaigns }: { campaigns: readonly StoppedByRestore[] }) {
  const t = useText();
  const format = useFormat();
  if (campaigns.length === 0) return null;
  return (
    <section className="backup-stopped" aria-label={t('backups.stopped')}>
      <p>{t('backups.stopped')}</p>
      <ul className="backup-kinds">
        {campaigns.map(({ tenantId, tenantName, campaigns: count }) => (
          <li key={tenantId}>
            <Link to={`/operator/tenants/${tenantId}`}>{tenantName}</Link>
            <small className="figures">{t('backups.stoppedCount', { count, shown: format.number(count) })}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
