import { FigureTile, FigureTiles } from '#platform/web/figures/figure-tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import type { TenantDetail } from '../../contract.ts';
import { tenantAddress } from '../address.ts';
import { useMoneyText } from '../use-money-text.ts';

/** What a tenant uses, beside what it may use. */
export function UsageTab({ tenant }: { tenant: TenantDetail }) {
  const t = useText();
  const format = useFormat();
  const money = useMoneyText();
  const { voiceSeats, textSeats, plan } = tenant;
  const ofLimit = (limit: number | null) =>
    limit === null ? t('tenants.usage.unlimited') : t('tenants.usage.of', { limit: format.number(limit) });
  return (
    <div className="tenant-usage">
      <FigureTiles>
        <FigureTile
          title={t('tenants.usage.callsNow')}
          hint={t('tenants.usage.callsNowHint')}
          value={format.number(tenant.callsNow)}
          note={ofLimit(plan.callsAtOnce)}
        />
        <FigureTile
          title={t('tenants.usage.calls')}
          hint={t('tenants.usage.callsHint')}
          value={format.number(tenant.calls30Days)}
          note={t('tenants.usage.callsToday', { calls: format.number(tenant.callsToday) })}
        />
        <FigureTile
          title={t('tenants.usage.voiceSeats')}
          hint={t('tenants.usage.seatsHint')}
          value={format.number(voiceSeats.used)}
          note={ofLimit(voiceSeats.limit)}
          to={tenantAddress(tenant.id, 'plan')}
        />
        <FigureTile
          title={t('tenants.usage.textSeats')}
          hint={t('tenants.usage.seatsHint')}
          value={format.number(textSeats.used)}
          note={ofLimit(textSeats.limit)}
          to={tenantAddress(tenant.id, 'plan')}
        />
        <FigureTile
          title={t('tenants.usage.storage')}
          hint={t('tenants.usage.storageHint')}
          value={format.bytes(tenant.storageBytes)}
          note={
            tenant.storageLimit === null
              ? t('tenants.usage.unlimited')
              : t('tenants.usage.of', { limit: format.bytes(tenant.storageLimit) })
          }
          to={tenantAddress(tenant.id, 'plan')}
        />
        {tenant.currency !== null && (
          <FigureTile
            title={t('tenants.usage.balance')}
            hint={t('tenants.usage.balanceHint')}
            value={money(tenant.balanceE4, tenant.currency)}
            note={t('tenants.usage.held', { amount: money(tenant.heldE4, tenant.currency) })}
            to={tenantAddress(tenant.id, 'money')}
          />
        )}
        <FigureTile
          title={t('tenants.usage.trunks')}
          hint={t('tenants.usage.trunksHint')}
          value={format.number(tenant.trunksDown)}
        />
        <FigureTile
          title={t('tenants.usage.jobs')}
          hint={t('tenants.usage.jobsHint')}
          value={format.number(tenant.failingJobs)}
        />
      </FigureTiles>
      <p className="tenant-counted">
        {tenant.countedAt === null
          ? t('tenants.usage.notCounted')
          : t('tenants.usage.counted', { when: format.relative(tenant.countedAt) })}{' '}
        {t('tenants.usage.founded', { when: format.date(tenant.foundedAt), zone: tenant.timeZone })}
      </p>
    </div>
  );
}
