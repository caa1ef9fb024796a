import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { priceText } from '#platform/web/minor-units.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, usePage } from '#platform/web/use-endpoint.ts';
import { paymentOperationsApi, type CardException } from '../../contract.ts';

/** What the provider told in another currency than was paid: nothing where there never was any. */
export function ExceptionTable() {
  const t = useText();
  const state = useTableState('payments-exceptions', { filters: {} });
  const answer = usePage(paymentOperationsApi.exceptions, { page: state.page, size: state.size });
  const [settled, setSettled] = useState<CardException | null>(null);
  const columns = useExceptionColumns(setSettled);
  if (answer.data?.total === 0) return null;
  return (
    <>
      <p>{t('payments.operator.exceptionsLead')}</p>
      <DataTable
        label={t('payments.operator.exceptions')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        empty={{ title: t('payments.operator.exceptions') }}
      />
      {settled && <SettlePanel exception={settled} onClose={() => setSettled(null)} />}
    </>
  );
}

function useExceptionColumns(settle: (exception: CardException) => void): Column<CardException>[] {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  return [
    {
      id: 'tenant',
      header: t('payments.operator.dispute.tenant'),
      required: true,
      card: 'title',
      width: 200,
      cell: ({ tenantId, tenantName }) => <Link to={`/operator/tenants/${tenantId}`}>{tenantName}</Link>,
    },
    {
      id: 'what',
      header: t('payments.operator.exception.what'),
      width: 150,
      cell: ({ what, state }) =>
        state === ''
          ? t(`payments.operator.exception.${what}`)
          : `${t(`payments.operator.exception.${what}`)} · ${t(`payments.operator.dispute.state.${state}`)}`,
    },
    {
      id: 'amount',
      header: t('payments.operator.dispute.amount'),
      width: 130,
      align: 'end',
      cell: ({ amountE4, currency }) => <span className="figures">{priceText(amountE4, currency, language)}</span>,
    },
    {
      id: 'paid',
      header: t('payments.operator.exception.paid'),
      width: 130,
      align: 'end',
      cell: ({ paidE4, paidCurrency }) => <span className="figures">{priceText(paidE4, paidCurrency, language)}</span>,
    },
    {
      id: 'told',
      header: t('payments.operator.exception.told'),
      width: 168,
      cell: ({ toldAt }) => format.dateTime(toldAt),
    },
    {
      id: 'settled',
      header: t('payments.operator.exception.settled'),
      width: 240,
      cell: (exception) =>
        exception.settledAt === null ? (
          <Button size="xs" variant="default" onClick={() => settle(exception)}>
            {t('payments.operator.exception.settle')}
          </Button>
        ) : (
          `${exception.settledBy}: ${exception.note}`
        ),
    },
  ];
}

function SettlePanel({ exception: { id, tenantName }, onClose }: { exception: CardException; onClose: () => void }) {
  const t = useText();
  const [note, setNote] = useState('');
  const settle = useCommand(paymentOperationsApi.settleException, {
    invalidates: [paymentOperationsApi.exceptions],
    done: 'ui.saved',
    onDone: onClose,
  });
  return (
    <SidePanel opened onClose={onClose} title={t('payments.operator.exception.settleNamed', { tenant: tenantName })}>
      <div className="operator-payments">
        <p>{t('payments.operator.exception.settleHint')}</p>
        <Textarea
          label={t('payments.operator.note')}
          autosize
          minRows={3}
          maxLength={300}
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
        <div className="page-actions">
          <Button
            disabled={note.trim() === ''}
            loading={settle.isPending}
            onClick={() => settle.mutate({ id, note: note.trim() })}
          >
            {t('payments.operator.exception.settle')}
          </Button>
        </div>
      </div>
    </SidePanel>
  );
}
