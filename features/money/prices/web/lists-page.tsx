import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core';
import { Copy, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Page } from '#platform/web/ui/page.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { usePage } from '#platform/web/use-endpoint.ts';
import { Currency } from '#shared/codes/currency.ts';
import { priceListsApi, PriceListState, type PriceList } from '../contract.ts';
import { CopyPanel, NewListPanel } from './parts/list-panels.tsx';
import './prices.css';

const filters = { owner: 'all', currency: '', state: 'all', tenant: 0 } as const;

/** Every price list of the installation, for its operator. */
export default function ListsPage() {
  const t = useText();
  const go = useNavigate();
  const state = useTableState('prices-lists', { filters });
  const { owner, currency, state: phase, tenant } = state.filters;
  const answer = usePage(priceListsApi.lists, {
    page: state.page,
    size: state.size,
    ...(owner === 'all' ? {} : { owner: owner as 'installation' }),
    ...(currency === '' ? {} : { currency: currency as Currency }),
    ...(phase === 'all' ? {} : { state: phase as PriceListState }),
    ...(tenant > 0 ? { tenantId: tenant } : {}),
  });
  const [open, setOpen] = useState<PriceList | 'new' | null>(null);
  const columns = useColumns(setOpen);
  const show = (id: number) => void go(`/operator/prices/${id}`);
  const add = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setOpen('new')}>
      {t('prices.list.add')}
    </Button>
  );
  return (
    <Page>
      <DataTable
        label={t('prices.name')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        onOpen={({ id }) => show(id)}
        filters={
          <>
            <NativeSelect
              aria-label={t('prices.list.owner')}
              value={owner}
              data={(['all', 'installation', 'tenants'] as const).map((value) => ({
                value,
                label: t(`prices.owner.${value}`),
              }))}
              onChange={({ currentTarget: { value } }) => state.setFilters({ owner: value, tenant: 0 })}
            />
            <NativeSelect
              aria-label={t('prices.list.currency')}
              value={currency}
              data={[{ value: '', label: t('prices.allCurrencies') }, ...Currency.rows.map(({ code }) => code)]}
              onChange={({ currentTarget: { value } }) => state.setFilters({ currency: value })}
            />
            <NativeSelect
              aria-label={t('prices.list.state')}
              value={phase}
              data={[
                { value: 'all', label: t('prices.allStates') },
                ...PriceListState.options.map((value) => ({ value, label: t(`prices.state.${value}`) })),
              ]}
              onChange={({ currentTarget: { value } }) => state.setFilters({ state: value })}
            />
          </>
        }
        actions={add}
        empty={{ title: t('prices.list.empty'), hint: t('prices.list.emptyHint'), action: add }}
      />
      {open === 'new' && <NewListPanel onMade={show} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'new' && <CopyPanel list={open} onMade={show} onClose={() => setOpen(null)} />}
    </Page>
  );
}

function useColumns(onCopy: (list: PriceList) => void): Column<PriceList>[] {
  const t = useText();
  const format = useFormat();
  return [
    { id: 'name', header: t('prices.list.name'), required: true, card: 'title', cell: ({ name }) => <b>{name}</b> },
    {
      id: 'owner',
      header: t('prices.list.owner'),
      width: 200,
      cell: ({ tenantName }) => tenantName || t('prices.owner.installation'),
    },
    { id: 'currency', header: t('prices.list.currency'), width: 100, cell: ({ currency }) => currency },
    { id: 'state', header: t('prices.list.state'), width: 120, cell: ({ state }) => t(`prices.state.${state}`) },
    { id: 'begins', header: t('prices.list.begins'), width: 170, cell: ({ beginsAt }) => format.dateTime(beginsAt) },
    {
      id: 'ends',
      header: t('prices.list.ends'),
      width: 170,
      wide: true,
      cell: ({ endsAt }) => (endsAt ? format.dateTime(endsAt) : t('prices.list.open')),
    },
    {
      id: 'prices',
      header: t('prices.list.prices'),
      width: 90,
      align: 'end',
      cell: ({ prices }) => <span className="figures">{format.number(prices)}</span>,
    },
    {
      id: 'deeds',
      header: '',
      required: true,
      width: 60,
      align: 'end',
      cell: (list) => (
        <Group gap={0} wrap="nowrap" justify="flex-end" onClick={(event) => event.stopPropagation()}>
          <ActionIcon
            data-hint={t('prices.list.copy')}
            aria-label={t('prices.list.copyNamed', { name: list.name })}
            onClick={() => onCopy(list)}
          >
            <Copy size={15} aria-hidden />
          </ActionIcon>
        </Group>
      ),
    },
  ];
}
