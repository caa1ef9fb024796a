import { useState } from 'react';
import { FigureTile, FigureTiles } from '#platform/web/figures/figure-tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { BarChart } from '#platform/web/ui/charts/bar-chart.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { EmptyState } from '#platform/web/ui/states.tsx';
import type { TenantDetail } from '../../contract.ts';
import { tenantAddress } from '../address.ts';
import { useMoneyText } from '../use-money-text.ts';

/** What a tenant uses, beside what it may use. */
export function UsageTab({ tenant }: { tenant: TenantDetail }) {
  const t = useText();
  const format = useFormat();
  const money = useMoneyText();
  const { voiceSeats, textSeats, plan } = tenant;
  /** Nothing is said of what nobody counted yet. */
  const counted = (value: string) => (tenant.countedAt === null ? t('tenants.counting') : value);
  const ofLimit = (limit: number | null) =>
    limit === null ? t('tenants.usage.unlimited') : t('tenants.usage.of', { limit: format.number(limit) });
  return (
    <div className="tenant-cards-below">
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
          value={counted(format.number(tenant.calls30Days))}
          note={t('tenants.usage.callsToday', { calls: counted(format.number(tenant.callsToday)) })}
        />
        <FigureTile
          title={t('tenants.usage.voiceSeats')}
          hint={t('tenants.usage.seatsHint')}
          value={counted(format.number(voiceSeats.used))}
          note={ofLimit(voiceSeats.limit)}
          to={tenantAddress(tenant.id, 'plan')}
        />
        <FigureTile
          title={t('tenants.usage.textSeats')}
          hint={t('tenants.usage.seatsHint')}
          value={counted(format.number(textSeats.used))}
          note={ofLimit(textSeats.limit)}
          to={tenantAddress(tenant.id, 'plan')}
        />
        <FigureTile
          title={t('tenants.usage.storage')}
          hint={t('tenants.usage.storageHint')}
          value={counted(format.bytes(tenant.storageBytes))}
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
          value={counted(format.number(tenant.trunksDown))}
        />
        <FigureTile
          title={t('tenants.usage.jobs')}
          hint={t('tenants.usage.jobsHint')}
          value={counted(format.number(tenant.failingJobs))}
        />
      </FigureTiles>
      <Days days={tenant.days} />
      <p className="tenant-counted">
        {tenant.countedAt === null
          ? t('tenants.usage.notCounted')
          : t('tenants.usage.counted', { when: format.relative(tenant.countedAt) })}{' '}
        {t('tenants.usage.founded', { when: format.date(tenant.foundedAt), zone: tenant.timeZone })}
      </p>
    </div>
  );
}

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 30;

/** The last thirty days, those without calls too. */
function Days({ days }: Pick<TenantDetail, 'days'>) {
  const t = useText();
  const format = useFormat();
  const [todayMs] = useState(() => Date.now());
  const known = new Map(days.map((one) => [one.day, one]));
  const shown = Array.from({ length: SHOWN_DAYS }, (_, place) => {
    const day = new Date(todayMs - (SHOWN_DAYS - 1 - place) * DAY_MS).toISOString().slice(0, 10);
    return known.get(day) ?? { day, calls: 0, minutes: 0 };
  });
  return (
    <Card title={t('tenants.usage.days')}>
      {days.length === 0 ? (
        <EmptyState title={t('tenants.usage.noCalls')} />
      ) : (
        <BarChart
          label={t('tenants.usage.days')}
          legend={[{ tone: 'accent', label: t('tenants.usage.callsLegend') }]}
          bars={shown.map(({ day, calls, minutes }) => ({
            id: day,
            tick: day.slice(5).replace('-', '/'),
            name: t('tenants.usage.day', {
              day: format.date(`${day} 12:00:00`),
              calls: format.number(calls),
              minutes: format.number(minutes),
            }),
            parts: [{ tone: 'accent', value: calls }],
          }))}
        />
      )}
    </Card>
  );
}
