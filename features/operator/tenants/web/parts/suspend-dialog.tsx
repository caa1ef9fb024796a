import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { tenantsApi, type TenantDetail } from '../../contract.ts';
import { seenTenants } from '../use-tenant-deeds.ts';
import { TypedDeed } from './typed-deed.tsx';

/** Everybody of a tenant is put out at once: what that means stands here before. */
export function SuspendDialog({ tenant, onClose }: { tenant: TenantDetail; onClose: () => void }) {
  const t = useText();
  const { id, name, members, callsNow } = tenant;
  const suspend = useCommand(tenantsApi.suspend, {
    invalidates: seenTenants,
    done: 'tenants.suspended',
    handlesFailures: true,
  });
  return (
    <TypedDeed
      title={t('tenants.suspend.title', { name })}
      effects={[
        t('tenants.suspend.people', { count: members }),
        t('tenants.suspend.calls', { count: callsNow }),
        t('tenants.suspend.campaigns'),
        t('tenants.suspend.kept'),
      ]}
      word={name}
      reason={{ label: t('tenants.deed.why'), hint: t('tenants.suspend.whyHint'), isNeeded: true }}
      yes={t('tenants.suspend.go')}
      isDanger
      onDo={(why) => suspend.mutateAsync({ id, why })}
      onClose={onClose}
    />
  );
}
