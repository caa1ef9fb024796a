import { Button, Select } from '@mantine/core';
import { Plus } from 'lucide-react';
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { usePage } from '#platform/web/use-endpoint.ts';
import { tenantOrders, tenantsApi, type TenantFilter } from '../contract.ts';
import { tenantStates } from '../core/tenant-state.ts';
import { tenantTroubles, type TenantTrouble } from '../core/tenant-trouble.ts';
import { tenantAddress } from './address.ts';
import { useTenantColumns } from './parts/tenant-columns.tsx';
import { useLiveConsole } from './use-live-console.ts';
import './tenants.css';

/** The form, and what checks it, come when it is opened. */
const FoundPanel = lazy(async () => ({ default: (await import('./parts/found-panel.tsx')).FoundPanel }));

const filters = { keyword: '', state: '', trouble: '' } as const;
const SORT = { by: 'name', desc: false };

/** Words of the address that stand for several troubles. */
const several: Record<string, readonly TenantTrouble[]> = {
  any: tenantTroubles,
  failing: ['trunks', 'jobs', 'storage', 'unpaid'],
};
const troublesOf = (word: string): TenantTrouble[] => [
  ...(several[word] ?? tenantTroubles.filter((trouble) => trouble === word)),
];

/** Every tenant with what it uses, owes and suffers from. */
export default function TenantsPage() {
  const t = useText();
  const navigate = useNavigate();
  const [query, setQuery] = useAddressQuery();
  const isFounding = query.get('found') === 'true';
  const found = (isOpen: boolean) =>
    setQuery((before) => {
      const next = new URLSearchParams(before);
      if (isOpen) next.set('found', 'true');
      else next.delete('found');
      return next;
    });
  useLiveConsole();
  const state = useTableState('operator.tenants', { filters, sort: SORT });
  const { keyword, state: standing, trouble } = state.filters;
  const answer = usePage(tenantsApi.page, {
    page: state.page,
    size: state.size,
    order: tenantOrders.find((order) => order === state.sort?.by) ?? 'name',
    descending: state.sort?.desc ?? false,
    ...(keyword ? { keyword } : {}),
    states: tenantStates.filter((one) => one === standing),
    troubles: troublesOf(trouble),
  } satisfies TenantFilter & { page: number; size: number });
  const add = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => found(true)}>
      {t('tenants.found')}
    </Button>
  );
  return (
    <Page>
      <DataTable
        label={t('tenants.name')}
        state={state}
        columns={useTenantColumns()}
        answer={answer}
        rowId={({ id }) => id}
        onOpen={({ id }) => void navigate(tenantAddress(id))}
        filters={
          <>
            <SearchField
              label={t('tenants.search')}
              width={290}
              value={keyword}
              onChange={(next) => state.setFilters({ keyword: next })}
            />
            <Select
              w={170}
              aria-label={t('tenants.column.state')}
              data={[
                { value: '', label: t('tenants.state.every') },
                ...tenantStates.map((value) => ({ value, label: t(`tenants.state.${value}`) })),
              ]}
              value={standing}
              onChange={(next) => state.setFilters({ state: next ?? '' })}
            />
            <Select
              w={220}
              aria-label={t('tenants.column.troubles')}
              data={[
                { value: '', label: t('tenants.trouble.every') },
                { value: 'any', label: t('tenants.trouble.any') },
                { value: 'failing', label: t('tenants.trouble.failing') },
                ...tenantTroubles.map((value) => ({ value, label: t(`tenants.trouble.${value}`) })),
              ]}
              value={trouble}
              onChange={(next) => state.setFilters({ trouble: next ?? '' })}
            />
          </>
        }
        actions={add}
        empty={{ title: t('tenants.none'), hint: t('tenants.noneHint'), action: add }}
      />
      <Suspense fallback={null}>
        {isFounding && (
          <FoundPanel
            onClose={() => found(false)}
            onFounded={(id) => void navigate(tenantAddress(id, 'plan'), { replace: true })}
          />
        )}
      </Suspense>
    </Page>
  );
}
