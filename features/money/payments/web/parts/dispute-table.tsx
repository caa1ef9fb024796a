import { useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { priceText } from '#platform/web/minor-units.ts';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { usePage } from '#platform/web/use-endpoint.ts';
import { paymentOperationsApi, type CardDispute } from '../../contract.ts';

const DASH = '–';

/** Card payments that somebody asks back at their bank. */
export function DisputeTable() {
  const t = useText();
  const state = useTableState('payments-disputes', { filters: {} });
  const answer = usePage(paymentOperationsApi.disputes, { page: state.page, size: state.size });
  const columns = useDisputeColumns();
  return (
    <>
      <p>{t('payments.operator.disputesLead')}</p>
      <DataTable
        label={t('payments.operator.disputes')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        empty={{ title: t('payments.operator.dispute.empty'), hint: t('payments.operator.dispute.emptyHint') }}
      />
    </>
  );
}

function useDisputeColumns(): Column<CardDispute>[] {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  return [
    {
      id: 'tenant',
      header: t('payments.operator.dispute.tenant'),
      required: true,
      card: 'title',
      width: 220,
      cell: ({ tenantName }) => <b>{tenantName}</b>,
    },
    {
      id: 'amount',
      header: t('payments.operator.dispute.amount'),
      width: 140,
      align: 'end',
      cell: ({ amountE4, currency }) => <span className="figures">{priceText(amountE4, currency, language)}</span>,
    },
    {
      id: 'state',
      header: t('payments.operator.dispute.state'),
      width: 140,
      cell: ({ state }) => t(`payments.operator.dispute.state.${state}`),
    },
    {
      id: 'opened',
      header: t('payments.operator.dispute.opened'),
      width: 168,
      cell: ({ createdAt }) => format.dateTime(createdAt),
    },
    {
      id: 'closed',
      header: t('payments.operator.dispute.closed'),
      width: 168,
      cell: ({ closedAt }) => (closedAt === null ? DASH : format.dateTime(closedAt)),
    },
  ];
}
