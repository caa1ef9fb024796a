import { Suspense } from 'react';
import { useNavigate, useParams } from 'react-router';
import { LogBoard } from '#features/office/operation-log/web/index.ts';
import { operatorsApi } from '#features/operator/operators/contract.ts';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines, LoadingPage } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { tenantsApi, type TenantDetail } from '../contract.ts';
import { tenantAddress, tenantTabs } from './address.ts';
import { DataTab } from './parts/data-tab.tsx';
import { HelpTab } from './parts/help-tab.tsx';
import { PeopleTab } from './parts/people-tab.tsx';
import { TenantHead } from './parts/tenant-head.tsx';
import { UsageTab } from './parts/usage-tab.tsx';
import { useLiveConsole } from './use-live-console.ts';
import './tenants.css';

/** Forms, and what checks them, come when they are opened. */
const PlanTab = lazy(async () => ({ default: (await import('./parts/plan-tab.tsx')).PlanTab }));
const MoneyTab = lazy(async () => ({ default: (await import('./parts/money-tab.tsx')).MoneyTab }));

/** One tenant: how it does, what it may use, its money, its people, and what operators did with it. */
export default function TenantPage() {
  const t = useText();
  const id = Number(useParams()['id']);
  useLiveConsole();
  const { data, error, refetch } = useEndpoint(
    tenantsApi.detail,
    { id },
    { handlesFailures: true, enabled: Number.isSafeInteger(id) },
  );
  if (error && !data) return <ErrorState error={error} title={t('tenants.gone')} onRetry={() => void refetch()} />;
  return data ? <Shown key={id} tenant={data} /> : <LoadingPage />;
}

function Shown({ tenant }: { tenant: TenantDetail }) {
  const t = useText();
  const navigate = useNavigate();
  const [query] = useAddressQuery();
  const tab = tenantTabs.find((one) => one === query.get('tab')) ?? 'usage';
  return (
    <Page>
      <TenantHead tenant={tenant} />
      <div className="tenant-tabs">
        <Choice
          label={t('tenants.parts')}
          value={tab}
          options={tenantTabs.map((value) => ({ value, label: t(`tenants.tab.${value}`) }))}
          onChange={(next) => void navigate(tenantAddress(tenant.id, next), { replace: true })}
        />
      </div>
      {tab === 'usage' && <UsageTab tenant={tenant} />}
      {tab === 'people' && <PeopleTab tenant={tenant} />}
      {tab === 'help' && <HelpTab tenant={tenant} />}
      {tab === 'data' && <DataTab tenant={tenant} />}
      <Suspense fallback={<LoadingLines lines={6} />}>
        {tab === 'plan' && <PlanTab tenant={tenant} />}
        {tab === 'money' && <MoneyTab tenant={tenant} />}
        {tab === 'doings' && (
          <LogBoard
            id="operator.tenant-log"
            page={operatorsApi.log}
            entry={operatorsApi.logEntry}
            more={{ tenantId: tenant.id }}
            empty={{ title: t('tenants.doings.none'), hint: t('tenants.doings.noneHint') }}
          />
        )}
      </Suspense>
    </Page>
  );
}
