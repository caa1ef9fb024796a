import { Button, Select } from '@mantine/core';
import { Coins, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { EntriesBoard } from '#features/money/ledger/web/index.ts';
import { download } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { FigureTile, FigureTiles } from '#platform/web/figures/figure-tile.tsx';
import { useText } from '#platform/web/i18n.ts';
import { codeChoices } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { Currency } from '#shared/codes/currency.ts';
import { tenantsApi, type TenantDetail } from '../../contract.ts';
import { tenantAddress } from '../address.ts';
import { useMoneyText } from '../use-money-text.ts';
import { seenTenants } from '../use-tenant-deeds.ts';
import { AmountDialog, type Booking } from './amount-dialog.tsx';

/** A tenant's money: begun to be counted, topped up, and how much is left to spend. */
export function MoneyTab({ tenant }: { tenant: TenantDetail }) {
  return tenant.currency === null ? (
    <NoAccount tenant={tenant} />
  ) : (
    <Account tenant={tenant} currency={tenant.currency} />
  );
}

function NoAccount({ tenant: { id, name } }: { tenant: TenantDetail }) {
  const t = useText();
  const [currency, setCurrency] = useState<Currency>(Currency.usDollar);
  const open = useCommand(tenantsApi.openAccount, { invalidates: seenTenants, done: 'tenants.money.opened' });
  async function begin(): Promise<void> {
    const question = {
      title: t('tenants.money.openTitle', { name, currency }),
      body: t('tenants.money.openBody'),
      yes: t('tenants.money.open'),
    };
    if (await confirm(question)) open.mutate({ id, currency });
  }
  return (
    <Card title={t('tenants.money.none')}>
      <p className="tenant-lead">{t('tenants.money.noneLead')}</p>
      <div className="tenant-open-account">
        <Select
          label={t('tenants.money.currency')}
          allowDeselect={false}
          searchable
          data={codeChoices(Currency).map(({ value, label }) => ({ value, label: `${value} – ${label}` }))}
          value={currency}
          onChange={(next) => next && setCurrency(next as Currency)}
        />
        <Button leftSection={<Coins size={16} aria-hidden />} loading={open.isPending} onClick={() => void begin()}>
          {t('tenants.money.open')}
        </Button>
      </div>
    </Card>
  );
}

function Account({ tenant, currency }: { tenant: TenantDetail; currency: string }) {
  const t = useText();
  const money = useMoneyText();
  const [booking, setBooking] = useState<Booking | null>(null);
  const { id, balanceE4, heldE4, plan } = tenant;
  const available = (balanceE4 ?? 0) + plan.creditE4 - (heldE4 ?? 0);
  return (
    <div className="tenant-cards-below">
      <FigureTiles>
        <FigureTile
          title={t('tenants.money.balance')}
          hint={t('tenants.money.balanceHint')}
          value={money(balanceE4, currency)}
        />
        <FigureTile
          title={t('tenants.money.credit')}
          hint={t('tenants.money.creditHint')}
          value={money(plan.creditE4, currency)}
          to={tenantAddress(id, 'plan')}
        />
        <FigureTile
          title={t('tenants.money.held')}
          hint={t('tenants.money.heldHint')}
          value={money(heldE4, currency)}
        />
        <FigureTile
          title={t('tenants.money.available')}
          hint={t('tenants.money.availableHint')}
          value={money(available, currency)}
        />
      </FigureTiles>
      <div className="page-actions">
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setBooking('topUp')}>
          {t('tenants.money.topUp')}
        </Button>
        <Button variant="default" onClick={() => setBooking('correct')}>
          {t('tenants.money.correct')}
        </Button>
      </div>
      <Suspense fallback={<LoadingLines lines={6} />}>
        <EntriesBoard
          id="operator.tenant-entries"
          currency={currency}
          page={tenantsApi.entries}
          more={{ id }}
          onFile={(filter) => download(tenantsApi.entriesFile, { id, ...filter }).catch(handleFailure)}
        />
      </Suspense>
      {booking && (
        <AmountDialog booking={booking} tenant={tenant} currency={currency} onClose={() => setBooking(null)} />
      )}
    </div>
  );
}
