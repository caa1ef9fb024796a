import { Button } from '@mantine/core';
import { Cable, Hash, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { hasTerms } from '#core/search/search-terms.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { routesApi, type Route } from '../../contract.ts';
import { PoolEditor } from './pool-editor.tsx';
import { useRouteColumns } from './route-columns.tsx';
import { RouteEditor } from './route-editor.tsx';
import { deedsColumn } from './row-deeds.tsx';
import { USE_EVERY_MS, useTrunks } from './use-trunks.ts';
import { wholeList } from './whole-list.ts';

const filters = { name: '' } as const;

type Open = { part: 'settings'; route: Route | null } | { part: 'numbers'; route: Pick<Route, 'id' | 'name'> };

/** The routes, with what stands behind each of them now. */
export function RouteTable() {
  const t = useText();
  const can = useCan();
  const mayEdit = can('routes.edit');
  const state = useTableState('routes', { filters });
  const routes = useEndpoint(routesApi.list, { path: 'list' }, { handlesFailures: true, everyMs: USE_EVERY_MS });
  const trunks = useTrunks();
  const answer = wholeList(routes, state, ({ name }) => hasTerms(name, state.filters.name));
  const [open, setOpen] = useState<Open | null>(null);
  const remove = useCommand(routesApi.delete, { invalidates: [routesApi.list] });
  const askAndDelete = async ({ id, version, name, groups }: Route): Promise<void> => {
    const isSure = await confirm({
      title: t('routes.deleteAsk', { name }),
      body: t('routes.deleteAskHint', { count: groups.length }),
      yes: t('ui.delete'),
      danger: true,
    });
    if (isSure) remove.mutate({ path: 'delete', id, version });
  };
  const columns = useRouteColumns(trunks.data ?? []);
  const deeds = deedsColumn<Route>([
    {
      icon: Hash,
      hint: t('routes.numbers'),
      label: ({ name }) => t('routes.numbersNamed', { name }),
      run: (route) => setOpen({ part: 'numbers', route }),
    },
    {
      icon: Pencil,
      hint: t('ui.edit'),
      label: ({ name }) => t('routes.editNamed', { name }),
      run: (route) => setOpen({ part: 'settings', route }),
    },
    {
      icon: Trash2,
      hint: t('ui.delete'),
      label: ({ name }) => t('routes.deleteNamed', { name }),
      run: (route) => void askAndDelete(route),
    },
  ]);
  const add = mayEdit && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setOpen({ part: 'settings', route: null })}>
      {t('routes.add')}
    </Button>
  );
  const toTrunks = can('trunks.view') && (
    <Button variant="default" component={Link} to="/settings/trunks" leftSection={<Cable size={16} aria-hidden />}>
      {t('routes.go.trunks')}
    </Button>
  );
  const close = () => setOpen(null);
  return (
    <>
      <DataTable
        label={t('routes.name')}
        state={state}
        columns={mayEdit ? [...columns, deeds] : columns}
        answer={answer}
        rowId={({ id }) => id}
        {...(mayEdit ? { onOpen: (route: Route) => setOpen({ part: 'settings', route }) } : {})}
        filters={
          <SearchField
            label={t('routes.search')}
            value={state.filters.name}
            onChange={(name) => state.setFilters({ name })}
          />
        }
        actions={
          <>
            {toTrunks}
            {add}
          </>
        }
        empty={{ title: t('routes.none'), hint: t('routes.noneHint'), ...(add ? { action: add } : {}) }}
      />
      {open?.part === 'settings' && trunks.data && (
        <RouteEditor
          route={open.route}
          trunks={trunks.data}
          onClose={close}
          onAdded={(route) => setOpen({ part: 'numbers', route })}
        />
      )}
      {open?.part === 'numbers' && <PoolEditor route={open.route} onClose={close} />}
    </>
  );
}
