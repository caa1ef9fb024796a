import { Alert, Button, Group } from '@mantine/core';
import { Copy, Download, FileUp, Lock, Pencil, Play, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, useEndpoint, usePage } from '#platform/web/use-endpoint.ts';
import { useDownload } from '#platform/web/use-download.ts';
import { priceListsApi, type PriceLine, type PriceList } from '../contract.ts';
import { FilePanel } from './parts/file-panel.tsx';
import { CopyPanel, EditListPanel } from './parts/list-panels.tsx';
import { usePriceColumns } from './parts/price-columns.tsx';
import { PriceEditor } from './parts/price-editor.tsx';
import { PriceFilterFields, priceFilters, searchOf } from './parts/price-filters.tsx';
import './prices.css';

type Open = { part: 'edit' | 'copy' | 'file' | 'new' } | { part: 'price'; price: PriceLine } | null;

/** One price list with its prices. */
export default function ListPage() {
  const id = Number(useParams()['id']);
  const go = useNavigate();
  const { data: list, error, refetch } = useEndpoint(priceListsApi.list, { id }, { handlesFailures: true });
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  if (error && !list) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!list) return <LoadingPage />;
  const show = (made: number) => {
    close();
    void go(`/operator/prices/${made}`);
  };
  return (
    <Page>
      <div className="prices">
        <ListCard list={list} onOpen={setOpen} />
        <Prices key={list.id} list={list} onOpen={setOpen} />
      </div>
      {open?.part === 'edit' && <EditListPanel list={list} onClose={close} />}
      {open?.part === 'copy' && <CopyPanel list={list} onMade={show} onClose={close} />}
      {open?.part === 'file' && <FilePanel list={list} onClose={close} />}
      {open?.part === 'new' && <PriceEditor list={list} price={null} onClose={close} />}
      {open?.part === 'price' && <PriceEditor list={list} price={open.price} onClose={close} />}
    </Page>
  );
}

interface PartProps {
  list: PriceList;
  onOpen: (open: Open) => void;
}

function ListCard({ list, onOpen }: PartProps) {
  const t = useText();
  const format = useFormat();
  const facts = [
    [t('prices.list.owner'), list.tenantName || t('prices.owner.installation')],
    [t('prices.list.currency'), list.currency],
    [t('prices.list.state'), t(`prices.state.${list.state}`)],
    [t('prices.list.begins'), format.dateTime(list.beginsAt)],
    [t('prices.list.ends'), list.endsAt ? format.dateTime(list.endsAt) : t('prices.list.open')],
    [t('prices.list.prices'), format.number(list.prices)],
    [t('prices.list.author'), list.author || '–'],
  ] as const;
  return (
    <Card title={list.name} actions={<ListDeeds list={list} onOpen={onOpen} />}>
      <dl className="prices-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {list.state !== 'ahead' && (
        <Alert
          mt="md"
          variant="light"
          role="status"
          color="gray"
          icon={<Lock size={16} aria-hidden />}
          className="prices-begun"
        >
          <span>{t('prices.list.locked')}</span>
          <Button size="xs" leftSection={<Copy size={14} aria-hidden />} onClick={() => onOpen({ part: 'copy' })}>
            {t('prices.list.copyNew')}
          </Button>
        </Alert>
      )}
    </Card>
  );
}

function ListDeeds({ list, onOpen }: PartProps) {
  const t = useText();
  const go = useNavigate();
  const { id, name } = list;
  const invalidates = [priceListsApi.lists, priceListsApi.list];
  const begin = useCommand(priceListsApi.begin, { invalidates, done: 'ui.saved' });
  const removal = useCommand(priceListsApi.remove, {
    invalidates: [priceListsApi.lists],
    onDone: () => void go('/operator/prices'),
  });
  async function askBegin(): Promise<void> {
    const body = t('prices.list.beginBody');
    if (await confirm({ title: t('prices.list.beginTitle', { name }), body, yes: t('prices.list.begin') }))
      begin.mutate({ id });
  }
  async function askRemove(): Promise<void> {
    const title = t('prices.list.removeTitle', { name });
    if (await confirm({ title, body: t('prices.list.removeBody'), yes: t('ui.delete'), danger: true }))
      removal.mutate({ id });
  }
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="xs"
        leftSection={<Pencil size={14} aria-hidden />}
        onClick={() => onOpen({ part: 'edit' })}
      >
        {t('ui.edit')}
      </Button>
      {list.state === 'ahead' && (
        <>
          <Button
            variant="default"
            size="xs"
            leftSection={<Copy size={14} aria-hidden />}
            onClick={() => onOpen({ part: 'copy' })}
          >
            {t('prices.list.copy')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<Play size={14} aria-hidden />}
            loading={begin.isPending}
            disabled={list.prices === 0}
            onClick={() => void askBegin()}
          >
            {t('prices.list.begin')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<Trash2 size={14} aria-hidden />}
            loading={removal.isPending}
            onClick={() => void askRemove()}
          >
            {t('ui.delete')}
          </Button>
        </>
      )}
    </Group>
  );
}

function Prices({ list, onOpen }: PartProps) {
  const t = useText();
  const file = useDownload();
  const state = useTableState('prices-rows', { filters: priceFilters });
  const mayChange = list.state === 'ahead';
  const answer = usePage(priceListsApi.rows, {
    listId: list.id,
    page: state.page,
    size: state.size,
    ...searchOf(state.filters),
  });
  const columns = usePriceColumns<PriceLine>(list.currency);
  const add = mayChange && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => onOpen({ part: 'new' })}>
      {t('prices.row.add')}
    </Button>
  );
  const bring = mayChange && (
    <Button variant="default" leftSection={<FileUp size={16} aria-hidden />} onClick={() => onOpen({ part: 'file' })}>
      {t('prices.file.bring')}
    </Button>
  );
  return (
    <DataTable
      label={t('prices.list.prices')}
      state={state}
      columns={columns}
      answer={answer}
      rowId={({ id }) => id}
      {...(mayChange
        ? {
            onOpen: (price: PriceLine) => onOpen({ part: 'price', price }),
            batch: (ids, clear) => <RemoveRows listId={list.id} ids={ids.map(Number)} onDone={clear} />,
          }
        : {})}
      filters={<PriceFilterFields filters={state.filters} onChange={state.setFilters} />}
      actions={
        <>
          {(['xlsx', 'csv'] as const).map((kind) => (
            <Button
              key={kind}
              variant="default"
              leftSection={<Download size={15} aria-hidden />}
              loading={file.isFetching}
              aria-label={t('prices.file.save', { kind })}
              onClick={() => void file.fetch(priceListsApi.file, { id: list.id, kind })}
            >
              {kind}
            </Button>
          ))}
          {bring}
          {add}
        </>
      }
      empty={{ title: t('prices.row.empty'), hint: t('prices.row.emptyHint'), ...(add ? { action: add } : {}) }}
    />
  );
}

function RemoveRows({ listId, ids, onDone }: { listId: number; ids: number[]; onDone: () => void }) {
  const t = useText();
  const removal = useCommand(priceListsApi.removeRows, {
    invalidates: [priceListsApi.rows, priceListsApi.list, priceListsApi.lists],
    onDone,
  });
  async function ask(): Promise<void> {
    const title = t('prices.row.removeTitle', { count: ids.length });
    if (await confirm({ title, body: t('prices.row.removeBody'), yes: t('ui.delete'), danger: true }))
      removal.mutate({ listId, ids });
  }
  return (
    <Button size="xs" color="red" variant="light" loading={removal.isPending} onClick={() => void ask()}>
      {t('ui.delete')}
    </Button>
  );
}
