import { ActionIcon, Button, Select } from '@mantine/core';
import { Plus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { priceText } from '#platform/web/minor-units.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, usePage } from '#platform/web/use-endpoint.ts';
import { paymentOperationsApi, VoucherState, type Voucher } from '../contract.ts';
import { CardProviderCard } from './parts/card-provider.tsx';
import { DisputeTable } from './parts/dispute-table.tsx';
import { ExceptionTable } from './parts/exception-table.tsx';
import { VoucherMaker } from './parts/voucher-maker.tsx';
import './payments.css';

const DASH = '–';
const voucherFilters = { state: '' } as const;
const isState = (text: string): text is Voucher['state'] => (VoucherState.options as string[]).includes(text);

/** Ways tenants pay, as the operator sets them up: vouchers and a card provider. */
export default function OperatorPaymentsPage() {
  const t = useText();
  const [isMaking, setMaking] = useState(false);
  const state = useTableState('payments-vouchers', { filters: voucherFilters });
  const { state: wanted } = state.filters as { state: string };
  const answer = usePage(paymentOperationsApi.vouchers, {
    page: state.page,
    size: state.size,
    ...(isState(wanted) ? { state: wanted } : {}),
  });
  const columns = useVoucherColumns();
  const make = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setMaking(true)}>
      {t('payments.operator.make')}
    </Button>
  );
  return (
    <Page>
      <div className="operator-payments">
        <p>{t('payments.operator.lead')}</p>
        <DataTable
          label={t('payments.operator.vouchers')}
          state={state}
          columns={columns}
          answer={answer}
          rowId={({ id }) => id}
          filters={
            <Select
              w={180}
              clearable
              aria-label={t('payments.operator.state')}
              placeholder={t('payments.operator.state')}
              data={VoucherState.options.map((value) => ({ value, label: t(`payments.operator.state.${value}`) }))}
              value={wanted || null}
              onChange={(next) => state.setFilters({ state: next ?? '' } as never)}
            />
          }
          actions={make}
          empty={{ title: t('payments.operator.empty'), hint: t('payments.operator.emptyHint'), action: make }}
        />
        <CardProviderCard />
        <DisputeTable />
        <ExceptionTable />
      </div>
      {isMaking && <VoucherMaker onClose={() => setMaking(false)} />}
    </Page>
  );
}

function useVoucherColumns(): Column<Voucher>[] {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  const withdraw = useCommand(paymentOperationsApi.withdrawVoucher, { invalidates: [paymentOperationsApi.vouchers] });
  const askAndWithdraw = async ({ id }: Voucher): Promise<void> => {
    const isSure = await confirm({
      title: t('payments.operator.withdrawAsk'),
      body: t('payments.operator.withdrawHint'),
      yes: t('payments.operator.withdraw'),
      danger: true,
    });
    if (isSure) withdraw.mutate({ id });
  };
  return [
    {
      id: 'code',
      header: t('payments.operator.code'),
      required: true,
      card: 'title',
      width: 110,
      cell: ({ ending }) => <b className="figures">…{ending}</b>,
    },
    {
      id: 'amount',
      header: t('payments.operator.worth'),
      width: 130,
      align: 'end',
      cell: ({ amountE4, currency }) => <span className="figures">{priceText(amountE4, currency, language)}</span>,
    },
    {
      id: 'state',
      header: t('payments.operator.state'),
      width: 120,
      cell: ({ state }) => t(`payments.operator.state.${state}`),
    },
    { id: 'usedBy', header: t('payments.operator.usedBy'), width: 200, cell: ({ usedBy }) => usedBy || DASH },
    { id: 'note', header: t('payments.operator.note'), width: 220, cell: ({ note }) => note || DASH },
    {
      id: 'expires',
      header: t('payments.operator.expires'),
      width: 168,
      cell: ({ expiresAt }) => (expiresAt === null ? DASH : format.dateTime(expiresAt)),
    },
    {
      id: 'made',
      header: t('payments.operator.made'),
      width: 168,
      card: 'none',
      cell: ({ createdAt }) => format.dateTime(createdAt),
    },
    {
      id: 'deeds',
      header: '',
      required: true,
      width: 64,
      align: 'end',
      cell: (voucher) =>
        voucher.state === 'open' && (
          <ActionIcon
            data-hint={t('payments.operator.withdraw')}
            aria-label={t('payments.operator.withdrawNamed', { ending: voucher.ending })}
            onClick={() => void askAndWithdraw(voucher)}
          >
            <Undo2 size={15} aria-hidden />
          </ActionIcon>
        ),
    },
  ];
}
