import { Button, Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { downloadsApi } from '#features/office/downloads/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, useEndpoint, usePage } from '#platform/web/use-endpoint.ts';
import { useSlot } from '#platform/web/use-slot.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import { browserZone } from '#platform/web/zone.ts';
import { ledgerApi, type EntryFilter } from '../contract.ts';
import { entryDays, entryFilters, entryQuery } from './entry-query.ts';
import { BalanceCard } from './parts/balance-card.tsx';
import { useEntryColumns } from './parts/entry-columns.tsx';
import { EntryFilterFields } from './parts/entry-filter-fields.tsx';
import './ledger.css';

/** The team's money: what is left, ways to have more, and what was paid and used. */
export default function BalancePage() {
  const t = useText();
  const zone = useViewer()?.timeZone || browserZone();
  const [nowMs] = useState(() => Date.now());
  const account = useEndpoint(ledgerApi.account, {}).data;
  const ways = useSlot('balanceTopUp');
  const state = useTableState('ledger-entries', { filters: entryFilters });
  const filter = entryQuery(state.filters, zone, nowMs);
  const answer = usePage(ledgerApi.entries, { page: state.page, size: state.size, ...filter });
  const columns = useEntryColumns(account?.currency ?? 'USD');
  return (
    <Page>
      <div className="balance">
        {account && (
          <div className="balance-top">
            <BalanceCard account={account} />
            {ways.map(({ id, Part }) => (
              <Part key={id} currency={account.currency} />
            ))}
          </div>
        )}
        <DataTable
          label={t('ledger.entries')}
          state={state}
          columns={columns}
          answer={answer}
          rowId={({ id }) => id}
          filters={
            <EntryFilterFields
              filters={state.filters}
              days={entryDays(state.filters, zone, nowMs)}
              onChange={state.setFilters}
            />
          }
          actions={<ExportMenu filter={filter} />}
          empty={{ title: t('ledger.empty'), hint: t('ledger.emptyHint') }}
        />
      </div>
    </Page>
  );
}

function ExportMenu({ filter }: { filter: EntryFilter }) {
  const t = useText();
  const exporting = useCommand(ledgerApi.exportEntries, { done: 'ledger.exported', invalidates: [downloadsApi.list] });
  if (!useCan()('ledger.export')) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Download size={15} aria-hidden />} loading={exporting.isPending}>
          {t('ui.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'xlsx'] as const).map((kind) => (
          <Menu.Item key={kind} onClick={() => exporting.mutate({ ...filter, kind })}>
            {kind.toUpperCase()}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
