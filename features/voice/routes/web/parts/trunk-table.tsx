import { Button } from '@mantine/core';
import { Coins, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { hasTerms } from '#core/search/search-terms.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { routesApi, type Trunk } from '../../contract.ts';
import { PricePanel } from './price-panel.tsx';
import { deedsColumn } from './row-deeds.tsx';
import { TrunkEditor } from './trunk-editor.tsx';
import { TrunkUse } from './trunk-use.tsx';
import { useTrunks } from './use-trunks.ts';
import { wholeList } from './whole-list.ts';

const filters = { name: '' } as const;

type Open = { part: 'settings'; trunk: Trunk | null } | { part: 'prices'; trunk: Trunk };

/** The trunks: to which carriers calls go, how many they carry, and what they cost. */
export function TrunkTable() {
  const t = useText();
  const mayEdit = useCan()('routes.edit');
  const state = useTableState('trunks', { filters });
  const trunks = useTrunks();
  const answer = wholeList(trunks, state, ({ name, carrier }) => hasTerms(`${name} ${carrier}`, state.filters.name));
  const carriers = useEndpoint(routesApi.carriers, { path: 'line.carriers' }, { enabled: mayEdit }).data;
  const [open, setOpen] = useState<Open | null>(null);
  const remove = useCommand(routesApi.deleteTrunk, { invalidates: [routesApi.listTrunks] });
  const askAndDelete = async ({ id, version, name, prices }: Trunk): Promise<void> => {
    const isSure = await confirm({
      title: t('routes.deleteAsk', { name }),
      body: t('routes.trunk.deleteAskHint', { count: prices }),
      yes: t('ui.delete'),
      danger: true,
    });
    if (isSure) remove.mutate({ path: 'line.delete', id, version });
  };
  const columns = useTrunkColumns();
  const prices = {
    icon: Coins,
    hint: t('routes.prices'),
    label: ({ name }: Trunk) => t('routes.pricesNamed', { name }),
    run: (trunk: Trunk) => setOpen({ part: 'prices', trunk }),
  };
  const deeds = [
    prices,
    {
      icon: Pencil,
      hint: t('ui.edit'),
      label: ({ name }: Trunk) => t('routes.editNamed', { name }),
      run: (trunk: Trunk) => setOpen({ part: 'settings', trunk }),
    },
    {
      icon: Trash2,
      hint: t('ui.delete'),
      label: ({ name }: Trunk) => t('routes.deleteNamed', { name }),
      run: (trunk: Trunk) => void askAndDelete(trunk),
    },
  ];
  const add = mayEdit && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setOpen({ part: 'settings', trunk: null })}>
      {t('routes.trunk.add')}
    </Button>
  );
  return (
    <>
      <DataTable
        label={t('routes.tab.trunks')}
        state={state}
        columns={[...columns, deedsColumn(mayEdit ? deeds : [prices])]}
        answer={answer}
        rowId={({ id }) => id}
        {...(mayEdit ? { onOpen: (trunk: Trunk) => setOpen({ part: 'settings', trunk }) } : {})}
        filters={
          <SearchField
            label={t('routes.trunk.search')}
            value={state.filters.name}
            onChange={(name) => state.setFilters({ name })}
          />
        }
        actions={add}
        empty={{ title: t('routes.trunk.none'), hint: t('routes.trunk.noneHint'), ...(add ? { action: add } : {}) }}
      />
      {open?.part === 'settings' && carriers && (
        <TrunkEditor trunk={open.trunk} carriers={carriers} onClose={() => setOpen(null)} />
      )}
      {open?.part === 'prices' && <PricePanel trunk={open.trunk} mayEdit={mayEdit} onClose={() => setOpen(null)} />}
    </>
  );
}

function useTrunkColumns(): Column<Trunk>[] {
  const t = useText();
  const format = useFormat();
  return [
    { id: 'name', header: t('routes.field.name'), required: true, card: 'title', cell: ({ name }) => <b>{name}</b> },
    { id: 'carrier', header: t('routes.field.carrier'), width: 190, cell: (trunk) => <Carrier trunk={trunk} /> },
    {
      id: 'use',
      header: t('routes.field.use'),
      width: 110,
      cell: (trunk) => <TrunkUse trunk={trunk} />,
    },
    {
      id: 'perSecond',
      header: t('routes.field.callsPerSec'),
      width: 150,
      cell: ({ callsPerSec }) => (callsPerSec === null ? t('routes.noLimit') : format.number(callsPerSec)),
    },
    {
      id: 'prices',
      header: t('routes.prices'),
      width: 100,
      cell: ({ prices }) => (prices === 0 ? t('routes.price.none') : t('routes.price.count', { count: prices })),
    },
    {
      id: 'routes',
      header: t('routes.name'),
      width: 170,
      cell: ({ routes }) =>
        routes.length === 0 ? <em>{t('routes.trunk.unused')}</em> : format.list(routes.map(({ name }) => name)),
    },
    {
      id: 'state',
      header: t('routes.field.state'),
      width: 90,
      card: 'beside',
      cell: ({ enabled }) => (
        <Badge look="dot" tone={enabled ? 'green' : 'grey'}>
          {t(enabled ? 'routes.on' : 'routes.off')}
        </Badge>
      ),
    },
  ];
}

function Carrier({ trunk: { carrier, isRehearsal, isKnown, emergency } }: { trunk: Trunk }) {
  const t = useText();
  return (
    <span className="routes-marks">
      {carrier}
      {isRehearsal && <Badge tone="blue">{t('routes.rehearsal')}</Badge>}
      {!isKnown && <Badge tone="red">{t('routes.unknownCarrier')}</Badge>}
      {emergency && <Badge tone="green">{t('routes.emergency')}</Badge>}
    </span>
  );
}
