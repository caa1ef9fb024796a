import { UnstyledButton } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { shownMoney } from '#core/money/shown-money.ts';
import { formatOf } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { tenantBillsApi } from '../../contract.ts';
import { BillTable } from './bill-table.tsx';

/** What was used since the last bill; its lines on demand. */
export function CurrentCard() {
  const t = useText();
  const language = useLanguage();
  const day = formatOf(language, 'UTC').date;
  const { data, error, isPending, refetch } = useEndpoint(tenantBillsApi.current, {}, { handlesFailures: true });
  const [opened, setOpened] = useState(false);
  const id = useId();
  if (isPending) return <LoadingLines lines={3} />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <Card title={t('bills.current')}>
      <UnstyledButton
        className="bills-current"
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        <span>
          <b className="figures">{shownMoney(data.totalE4, data.currency, language)}</b>
          <small>
            {t('bills.currentSince', { from: day(`${data.firstDay} 00:00:00`), to: day(`${data.lastDay} 00:00:00`) })}
          </small>
        </span>
        <ChevronDown size={16} aria-hidden className={opened ? 'bills-turned' : ''} />
        <span className="visually-hidden">{t('bills.currentLines')}</span>
      </UnstyledButton>
      <div id={id}>{opened && <BillTable sums={data} />}</div>
    </Card>
  );
}
