import { Button } from '@mantine/core';
import { CloudDownload, Plus } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, usePage } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { didNumbersApi, type DidNumber } from '../contract.ts';
import { AddNumber } from './parts/add-number.tsx';
import { CarriersPanel } from './parts/carriers-panel.tsx';
import { useNumberColumns } from './parts/number-columns.tsx';
import { NumberFilters, numberFilters, numberQuery } from './parts/number-filters.tsx';
import { NumberPanel } from './parts/number-panel.tsx';
import './numbers.css';

type Open = { part: 'number'; number: DidNumber } | { part: 'add' } | { part: 'carriers' };

/** The numbers of the tenant: found, added, taken over from a carrier, and led to whoever answers. */
export default function NumbersPage() {
  const t = useText();
  const can = useCan();
  const state = useTableState('did-numbers', { filters: numberFilters });
  const answer = usePage(didNumbersApi.my, { page: state.page, size: state.size, ...numberQuery(state.filters) });
  const columns = useNumberColumns();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const enable = useCommand(didNumbersApi.enable, { invalidates: [didNumbersApi.my] });
  const add = can('did-numbers.edit') && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setOpen({ part: 'add' })}>
      {t('did-numbers.add')}
    </Button>
  );
  // What is open is shown as it is now.
  const opened =
    open?.part === 'number' ? (answer.data?.list.find(({ id }) => id === open.number.id) ?? open.number) : null;
  return (
    <Page>
      <DataTable
        label={t('did-numbers.menu')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        onOpen={(number) => setOpen({ part: 'number', number })}
        filters={<NumberFilters values={state.filters} onChange={state.setFilters} />}
        actions={
          <>
            {can('did-numbers.sync') && (
              <Button
                variant="default"
                leftSection={<CloudDownload size={16} aria-hidden />}
                onClick={() => setOpen({ part: 'carriers' })}
              >
                {t('did-numbers.carriers')}
              </Button>
            )}
            {add}
          </>
        }
        {...(can('did-numbers.edit')
          ? {
              batch: (ids, clear) => (
                <>
                  {([true, false] as const).map((enabled) => (
                    <Button
                      key={String(enabled)}
                      size="xs"
                      variant="default"
                      disabled={enable.isPending}
                      onClick={() => enable.mutate({ ids: ids.map(Number), enabled }, { onSuccess: clear })}
                    >
                      {t(enabled ? 'did-numbers.switchOn' : 'did-numbers.switchOff')}
                    </Button>
                  ))}
                </>
              ),
            }
          : {})}
        empty={{ title: t('did-numbers.empty'), hint: t('did-numbers.emptyHint'), ...(add ? { action: add } : {}) }}
      />
      {opened && <NumberPanel key={opened.id} number={opened} onClose={close} />}
      {open?.part === 'add' && <AddNumber onClose={close} onAdded={(number) => setOpen({ part: 'number', number })} />}
      {open?.part === 'carriers' && <CarriersPanel onClose={close} />}
    </Page>
  );
}
