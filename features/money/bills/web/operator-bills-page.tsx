import { ActionIcon, Button, Group } from '@mantine/core';
import { Building2, FileText, Percent } from 'lucide-react';
import { useState } from 'react';
import { shownMoney } from '#core/money/shown-money.ts';
import { download } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { Page } from '#platform/web/ui/page.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { usePage } from '#platform/web/use-endpoint.ts';
import { operatorBillsApi, type BillRow } from '../contract.ts';
import { IssuerPanel } from './parts/issuer-panel.tsx';
import { TenantBillingPanel } from './parts/tenant-billing-panel.tsx';
import { useMonthName } from './use-month-name.ts';
import './bills.css';

type AnyBill = BillRow & { tenantId: number; tenantName: string };
type Opened = 'issuer' | { tenantId: number; tenantName: string } | 'tenant' | null;

/** Bills of all tenants, the company that sends them, and the taxes they carry. */
export default function OperatorBillsPage() {
  const t = useText();
  const state = useTableState('operator-bills', { filters: {} });
  const answer = usePage(operatorBillsApi.all, { page: state.page, size: state.size }, { handlesFailures: true });
  const [opened, setOpened] = useState<Opened>(null);
  const columns = useColumns();
  const close = () => setOpened(null);
  return (
    <Page>
      <DataTable
        label={t('bills.operator.menu')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        onOpen={({ tenantId, tenantName }) => setOpened({ tenantId, tenantName })}
        actions={
          <Group gap={8}>
            <Button
              variant="default"
              leftSection={<Percent size={15} aria-hidden />}
              onClick={() => setOpened('tenant')}
            >
              {t('bills.operator.billing')}
            </Button>
            <Button leftSection={<Building2 size={15} aria-hidden />} onClick={() => setOpened('issuer')}>
              {t('bills.operator.issuer')}
            </Button>
          </Group>
        }
        empty={{ title: t('bills.operator.empty'), hint: t('bills.operator.emptyHint') }}
      />
      {opened === 'issuer' && <IssuerPanel onClose={close} />}
      {opened !== null && opened !== 'issuer' && (
        <TenantBillingPanel tenant={opened === 'tenant' ? null : opened} onClose={close} />
      )}
    </Page>
  );
}

function useColumns(): Column<AnyBill>[] {
  const t = useText();
  const language = useLanguage();
  const format = useFormat();
  const monthName = useMonthName();
  return [
    {
      id: 'tenant',
      header: t('bills.column.tenant'),
      required: true,
      card: 'title',
      cell: ({ tenantName }) => <b>{tenantName}</b>,
    },
    { id: 'month', header: t('bills.column.month'), width: 160, cell: ({ month }) => monthName(month) },
    { id: 'number', header: t('bills.column.number'), width: 160, cell: ({ number }) => number },
    { id: 'issued', header: t('bills.column.issued'), width: 150, cell: ({ issuedAt }) => format.date(issuedAt) },
    {
      id: 'total',
      header: t('bills.column.total'),
      width: 180,
      align: 'end',
      card: 'beside',
      cell: ({ totalE4, currency }) => <span className="figures">{shownMoney(totalE4, currency, language)}</span>,
    },
    { id: 'pdf', header: '', required: true, width: 60, align: 'end', cell: (bill) => <PdfButton bill={bill} /> },
  ];
}

function PdfButton({ bill: { id, number } }: { bill: AnyBill }) {
  const t = useText();
  const [fetching, setFetching] = useState(false);
  async function get(): Promise<void> {
    setFetching(true);
    await download(operatorBillsApi.anyPdf, { id }).catch(handleFailure);
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
