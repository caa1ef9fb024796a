import { ActionIcon, Button } from '@mantine/core';
import { FileText, Pencil } from 'lucide-react';
import { useEffect, useState } from 'react';
import { shownMoney } from '#core/money/shown-money.ts';
import { download } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { Page } from '#platform/web/ui/page.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useAddress } from '#platform/web/use-address.ts';
import { invalidate, usePage } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { useCan } from '#platform/web/viewer.ts';
import { BILLS_CHANGED, tenantBillsApi, type BillRow } from '../contract.ts';
import { BillPanel } from './parts/bill-panel.tsx';
import { CurrentCard } from './parts/current-card.tsx';
import { PartyPanel } from './parts/party-panel.tsx';
import { useMonthName } from './use-month-name.ts';
import './bills.css';

/** Bills of the team: this month so far, those of the months before, and what each is made of. */
export default function BillsPage() {
  const t = useText();
  const mayEdit = useCan()('bills.edit');
  const state = useTableState('bills', { filters: {} });
  const answer = usePage(tenantBillsApi.list, { page: state.page, size: state.size }, { handlesFailures: true });
  const [address, change] = useAddress(['bill']);
  const [editing, setEditing] = useState(false);
  const columns = useColumns();
  useEffect(
    () =>
      onEvent(BILLS_CHANGED, () => {
        void invalidate(tenantBillsApi.list);
        void invalidate(tenantBillsApi.current);
      }),
    [],
  );
  return (
    <Page>
      <div className="bills-top">
        <CurrentCard />
      </div>
      <DataTable
        label={t('bills.menu')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        onOpen={({ id }) => change({ bill: String(id) })}
        actions={
          mayEdit && (
            <Button variant="default" leftSection={<Pencil size={15} aria-hidden />} onClick={() => setEditing(true)}>
              {t('bills.party.edit')}
            </Button>
          )
        }
        empty={{ title: t('bills.empty'), hint: t('bills.emptyHint') }}
      />
      {address.bill && /^\d+$/.test(address.bill) && (
        <BillPanel key={address.bill} id={Number(address.bill)} onClose={() => change({ bill: '' })} />
      )}
      {editing && <PartyPanel onClose={() => setEditing(false)} />}
    </Page>
  );
}

function useColumns(): Column<BillRow>[] {
  const t = useText();
  const language = useLanguage();
  const format = useFormat();
  const monthName = useMonthName();
  return [
    {
      id: 'month',
      header: t('bills.column.month'),
      required: true,
      card: 'title',
      cell: ({ month }) => <b>{monthName(month)}</b>,
    },
    { id: 'number', header: t('bills.column.number'), width: 180, cell: ({ number }) => number },
    { id: 'issued', header: t('bills.column.issued'), width: 170, cell: ({ issuedAt }) => format.date(issuedAt) },
    {
      id: 'total',
      header: t('bills.column.total'),
      width: 180,
      align: 'end',
      card: 'beside',
      cell: ({ totalE4, currency }) => <span className="figures">{shownMoney(totalE4, currency, language)}</span>,
    },
    {
      id: 'pdf',
      header: '',
      required: true,
      width: 60,
      align: 'end',
      cell: (bill) => <PdfButton bill={bill} />,
    },
  ];
}

function PdfButton({ bill: { id, number } }: { bill: BillRow }) {
  const t = useText();
  const [fetching, setFetching] = useState(false);
  async function get(): Promise<void> {
    setFetching(true);
    await download(tenantBillsApi.pdf, { id }).catch(handleFailure);
    setFetching(false);
  }
  return (
    <ActionIcon
      loading={fetching}
      data-hint={t('bills.getPdf')}
      aria-label={t('bills.getPdfNamed', { number })}
      onClick={(event) => {
        event.stopPropagation();
        void get();
      }}
    >
      <FileText size={15} aria-hidden />
    </ActionIcon>
  );
}
