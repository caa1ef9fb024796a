import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { e4OfText, exactText } from '#core/money/money.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { paidText } from '#platform/web/minor-units.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { ledgerApi, type MoneyState } from '../../contract.ts';

/** What is left, what living calls keep of it, and what may still be spent. */
export function BalanceCard({ account }: { account: MoneyState }) {
  const t = useText();
  const language = useLanguage();
  const can = useCan();
  const { currency, balanceE4, heldE4, creditE4, isLow } = account;
  const amountText = (e4: number) => paidText(e4, currency, language);
  return (
    <Card title={t('ledger.name')}>
      <dl className="balance-figures">
        <div data-low={isLow || undefined}>
          <dt>{t('ledger.balance')}</dt>
          <dd className="figures">{amountText(balanceE4)}</dd>
          {isLow && (
            <dd>
              <small>{t('ledger.low')}</small>
            </dd>
          )}
        </div>
        <div>
          <dt>{t('ledger.held')}</dt>
          <dd className="figures">{amountText(heldE4)}</dd>
          <dd>
            <small>{t('ledger.heldHint')}</small>
          </dd>
        </div>
        <div>
          <dt>{t('ledger.available')}</dt>
          <dd className="figures">{amountText(balanceE4 + creditE4 - heldE4)}</dd>
          {creditE4 > 0 && (
            <dd>
              <small>{t('ledger.credit', { amount: amountText(creditE4) })}</small>
            </dd>
          )}
        </div>
      </dl>
      {can('ledger.edit') && <WarnField key={account.warnBelowE4} account={account} />}
    </Card>
  );
}

function WarnField({ account: { currency, warnBelowE4 } }: { account: MoneyState }) {
  const t = useText();
  const kept = warnBelowE4 === null ? '' : exactText(warnBelowE4, currency);
  const [typed, setTyped] = useState(kept);
  const save = useCommand(ledgerApi.warnBelow, { invalidates: [ledgerApi.account], done: 'ledger.warnSaved' });
  const amount = typed.trim() === '' ? null : e4OfText(typed);
  const isWrong = typed.trim() !== '' && amount === null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isWrong) save.mutate({ amountE4: amount });
  };
  return (
    <form className="balance-warn" onSubmit={submit}>
      <TextInput
        label={`${t('ledger.warn')} (${currency})`}
        description={t('ledger.warnHint')}
        inputMode="decimal"
        error={isWrong && t('ledger.notAmount')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={typed.trim() === kept || isWrong} loading={save.isPending}>
        {t('ledger.warnSave')}
      </Button>
    </form>
  );
}
