import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ExportCustomers } from '#features/customers/customer-files/web/index.ts';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { toast } from '#platform/web/toast.ts';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { inOrder, isShown, readLayout } from '#platform/web/ui/table/table-layout.ts';
import { LoadingPage } from '#platform/web/ui/states.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { invalidate, usePage } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import { useSlot } from '#platform/web/use-slot.ts';
import { browserZone } from '#platform/web/zone.ts';
import { CUSTOMER_BATCH, customersApi } from '../contract.ts';
import { customerFilters, customerSearch, NEWEST, orderOf, type CustomerView } from './customer-query.ts';
import { ConditionBar } from './conditions/condition-bar.tsx';
import { useCustomerColumns } from './parts/customer-columns.tsx';
import { CustomerFilterBar } from './parts/customer-filter-bar.tsx';
import { CustomersTop } from './parts/customers-top.tsx';
import { useConditionReader } from './use-condition-reader.ts';
import './customers.css';

const AddCustomer = lazy(async () => ({ default: (await import('./parts/add-customer.tsx')).AddCustomer }));
const BatchBar = lazy(async () => ({ default: (await import('./parts/batch-bar.tsx')).BatchBar }));
const PAGE_SIZE = 50;

/** Customers: all of them for those who may see them, one's own for everybody. */
export default function CustomersPage() {
  const [query] = useAddressQuery();
  return useConditionReader(query.get('condition') ?? '') ? <CustomerList /> : <LoadingPage />;
}

function CustomerList() {
  const t = useText();
  const can = useCan();
  const navigate = useNavigate();
  const viewer = useViewer();
  const zone = viewer?.timeZone || browserZone();
  const state = useTableState('customers', { filters: customerFilters, size: PAGE_SIZE, sort: NEWEST });
  const seesAll = can('customers.view');
  const views: CustomerView[] = seesAll
    ? ['all', 'mine', ...(can('customers.delete') ? ['deleted' as const] : [])]
    : ['mine'];
  const view = views.find((one) => one === state.filters.view) ?? views[0]!;
  const search = customerSearch({ ...state.filters, view }, zone);
  const wanted = { ...search, page_number: state.page, page_size: state.size, ...orderOf(state.sort) };
  const answer = usePage(view === 'mine' ? customersApi.myList : customersApi.list, wanted);
  const columns = useCustomerColumns();
  const hasDeeds = useSlot('customerBatch').length > 0;
  const [adding, setAdding] = useState(false);
  const [exported, setExported] = useState<string[] | null>(null);
  const shownColumns = () => {
    const layout = readLayout(viewer?.userId ?? 0, state.id);
    return inOrder(columns, layout)
      .filter((column) => isShown(column, layout))
      .map(({ id }) => id);
  };
  useBatchNews();
  useSlashToSearch();
  const add = (
    <Button leftSection={<Plus size={15} aria-hidden />} onClick={() => setAdding(true)}>
      {t('customers.add')}
    </Button>
  );
  const { data } = answer;
  // A batch over all that match is offered to those who may see all; of one's own list it means one's own.
  const everyone =
    !seesAll || view === 'deleted' || !can('customers.edit')
      ? null
      : view === 'mine'
        ? { ...search, owner_ids: [viewer?.userId ?? 0] }
        : search;
  // A view is no filter: an empty one is told as such.
  const { view: _, ...others } = state.filters;
  const filtered =
    JSON.stringify(others) !==
    JSON.stringify(Object.fromEntries(Object.entries(customerFilters).filter(([name]) => name !== 'view')));
  return (
    <Page>
      <div className="customers-page">
        <CustomersTop view={view} views={views} add={add} onView={(next) => state.setFilters({ view: next })} />
        <DataTable
          label={t(`customers.view.${view}`)}
          state={{
            ...state,
            filtered,
            clearFilters: () =>
              state.setFilters({
                ...customerFilters,
                tags: [],
                source: [],
                language: [],
                country: [],
                view: state.filters.view,
              }),
          }}
          columns={columns}
          answer={{ ...answer, data: data && { list: data.list, total: data.total, totalCapped: data.capped } }}
          rowId={({ id }) => id}
          onOpen={({ id }) => void navigate(`/customers/${id}`)}
          filters={
            <>
              <CustomerFilterBar filters={{ ...state.filters, view }} onChange={state.setFilters} />
              <ConditionBar filters={state.filters} search={search} onChange={state.setFilters} />
            </>
          }
          {...((view === 'mine' && can('customer-files.use')) || (view === 'all' && can('customer-files.export'))
            ? { onExport: () => setExported(shownColumns()) }
            : {})}
          {...(view === 'mine' || can('customers.edit') || can('customers.delete') || hasDeeds
            ? {
                batch: (ids, clear) => (
                  <Later opened>
                    <BatchBar
                      ids={ids as number[]}
                      total={data?.total ?? 0}
                      capped={data?.capped ?? false}
                      search={everyone}
                      view={view}
                      clear={clear}
                    />
                  </Later>
                ),
              }
            : {})}
          empty={
            view === 'deleted'
              ? { title: t('customers.empty.deleted') }
              : view === 'mine'
                ? { title: t('customers.empty.mine'), hint: t('customers.empty.mineHint'), action: add }
                : { title: t('customers.empty.title'), hint: t('customers.empty.hint'), action: add }
          }
        />
        <Later opened={exported !== null}>
          {exported && (
            <ExportCustomers
              search={search}
              mine={view === 'mine'}
              total={data?.total ?? 0}
              capped={data?.capped ?? false}
              columns={columns.map(({ id, header }) => ({ value: id, label: header }))}
              shown={exported}
              onClose={() => setExported(null)}
            />
          )}
        </Later>
        <Later opened={adding}>{adding && <AddCustomer onClose={() => setAdding(false)} />}</Later>
      </div>
    </Page>
  );
}

interface BatchNews {
  done: number;
  total: number;
  finished: boolean;
}

/** How far a batch over many customers is; the list is asked again at its end. */
function useBatchNews(): void {
  const t = useText();
  useEffect(
    () =>
      onEvent<BatchNews>(CUSTOMER_BATCH, ({ done, total, finished }) => {
        toast({
          tone: finished ? 'success' : 'info',
          id: 'customers.batch',
          text: finished
            ? t('customers.batch.changed', { count: done })
            : t('customers.batch.progress', { done, total: Math.max(done, total) }),
        });
        if (finished) void invalidate(customersApi.list);
      }),
    [t],
  );
}

/** The slash goes to the search, unless something is being typed. */
function useSlashToSearch(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      event.preventDefault();
      document.querySelector<HTMLInputElement>('.customer-search input')?.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
