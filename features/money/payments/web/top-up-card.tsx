import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { e4OfText, exactText, minorE4 } from '#core/money/money.ts';
import { ledgerApi } from '#features/money/ledger/contract.ts';
import type { TopUpProps } from '#features/money/ledger/web/index.ts';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { paidText } from '#platform/web/minor-units.ts';
import { toast } from '#platform/web/toast.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { paymentsApi } from '../contract.ts';
import './payments.css';

/** A voucher's code, and the way to the page of the card provider where there is one. */
export default function TopUpCard({ currency }: TopUpProps) {
  const t = useText();
  const ways = useEndpoint(paymentsApi.ways, {}).data;
  usePaymentCameBack(currency);
  return (
    <Card title={t('payments.topUp')}>
      <div className="top-up">
        <VoucherForm currency={currency} />
        {ways?.card && <CardForm currency={currency} />}
      </div>
    </Card>
  );
}

const money = [ledgerApi.account, ledgerApi.entries];

function VoucherForm({ currency }: TopUpProps) {
  const t = useText();
  const language = useLanguage();
  const [code, setCode] = useState('');
  const redeem = useCommand(paymentsApi.redeem, { invalidates: money });
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const { amountE4 } = await redeem.mutateAsync({ code });
    setCode('');
    toast({ tone: 'success', text: t('payments.redeemed', { amount: paidText(amountE4, currency, language) }) });
  }
  return (
    <form onSubmit={(event) => void submit(event).catch(() => {})}>
      <TextInput
        label={t('payments.voucher')}
        description={t('payments.voucherHint')}
        placeholder="XXXX-XXXX-XXXX-XXXX"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={code.trim() === ''} loading={redeem.isPending}>
        {t('payments.redeem')}
      </Button>
    </form>
  );
}

/** As whole smallest units of the currency; null for what nobody can pay. */
function payableE4(typed: string, currency: string): number | null {
  const amount = e4OfText(typed);
  return amount !== null && amount > 0 && amount % minorE4(currency) === 0 ? amount : null;
}

function CardForm({ currency }: TopUpProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const begin = useCommand(paymentsApi.beginCard, {});
  const amountE4 = payableE4(typed, currency);
  const isWrong = typed.trim() !== '' && amountE4 === null;
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (amountE4 === null) return;
    const { url } = await begin.mutateAsync({ amountE4 });
    window.location.assign(url);
  }
  return (
    <form onSubmit={(event) => void submit(event).catch(() => {})}>
      <TextInput
        label={`${t('payments.card')}: ${t('payments.amount', { currency })}`}
        description={t('payments.cardHint')}
        inputMode="decimal"
        error={isWrong && t('payments.wrongAmount', { currency, example: exactText(1_000_000, currency) })}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={amountE4 === null} loading={begin.isPending}>
        {t('payments.toProvider')}
      </Button>
    </form>
  );
}

/** Whoever comes back from the provider's page is told how the payment stands; the address forgets it then. */
function usePaymentCameBack(currency: string): void {
  const t = useText();
  const language = useLanguage();
  const [search, setSearch] = useAddressQuery();
  const payment = search.get('payment');
  const look = useCommand(paymentsApi.lookCard, { invalidates: money });
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (!payment || asked.current === payment) return;
    asked.current = payment;
    look
      .mutateAsync({ payment })
      .then(({ state, amountE4 }) => {
        const amount = paidText(amountE4, currency, language);
        if (state === 'paid') toast({ tone: 'success', text: t('payments.paid', { amount }) });
        else toast({ tone: state === 'open' ? 'info' : 'warning', text: t(`payments.${state}`) });
      })
      .catch(() => {})
      .finally(() =>
        setSearch(
          (before) => {
            before.delete('payment');
            return before;
          },
          { replace: true },
        ),
      );
  }, [payment, currency, language, look, setSearch, t]);
}
