import type { Tone } from '#shared/codes.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import type { TenantRow } from '../../contract.ts';
import type { TenantStanding } from '../../core/tenant-state.ts';
import type { TenantTrouble } from '../../core/tenant-trouble.ts';

const tones: Record<TenantStanding, Tone> = { active: 'green', suspended: 'red', closed: 'grey' };

/** Whether a tenant works, is suspended, or will be deleted. */
export function StandingBadge({ state }: Pick<TenantRow, 'state'>) {
  const t = useText();
  return (
    <Badge look="dot" tone={tones[state]}>
      {t(`tenants.state.${state}`)}
    </Badge>
  );
}

const soft: readonly TenantTrouble[] = ['quiet', 'seats'];

/** What an operator should look at. */
export function TenantTroubles({ row }: { row: Pick<TenantRow, 'troubles' | 'campaignsStopped'> }) {
  const t = useText();
  if (row.troubles.length === 0 && !row.campaignsStopped) return <span aria-hidden>–</span>;
  return (
    <span className="tenant-troubles">
      {row.troubles.map((trouble) => (
        <Badge key={trouble} tone={soft.includes(trouble) ? 'grey' : 'red'}>
          {t(`tenants.trouble.${trouble}`)}
        </Badge>
      ))}
      {row.campaignsStopped && <Badge tone="warning">{t('tenants.campaignsStopped')}</Badge>}
    </span>
  );
}
