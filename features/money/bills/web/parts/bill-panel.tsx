import { Button, Group } from '@mantine/core';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { shownMoney } from '#core/money/shown-money.ts';
import { toastExportBegun } from '#features/office/downloads/web/index.ts';
import { download } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { formatOf, useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { tenantBillsApi, type BillDetail, type BillParty } from '../../contract.ts';
import { useMonthName } from '../use-month-name.ts';
import { BillTable } from './bill-table.tsx';
import '#platform/web/ui/fact-list.css';

/** One bill: who sends it to whom, its lines, and its files. */
export function BillPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText();
  const monthName = useMonthName();
  const { data, error, isPending, refetch } = useEndpoint(tenantBillsApi.detail, { id }, { handlesFailures: true });
  return (
    <SidePanel
      opened
      onClose={onClose}
      size={720}
      title={data ? t('bills.one', { number: data.number, month: monthName(data.month) }) : t('bills.name')}
    >
      {isPending ? (
        <LoadingLines lines={8} />
      ) : data ? (
        <Opened bill={data} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </SidePanel>
  );
}

function Opened({ bill }: { bill: BillDetail }) {
  const t = useText();
  const language = useLanguage();
  const format = useFormat();
  const day = formatOf(language, 'UTC').date;
  const facts: [string, string][] = [
    [t('bills.pdf.period'), `${day(`${bill.firstDay} 00:00:00`)} – ${day(`${bill.lastDay} 00:00:00`)}`],
    [t('bills.pdf.issued'), format.date(bill.issuedAt)],
    [t('bills.from'), oneLine(bill.issuer)],
    [t('bills.pdf.to'), oneLine(bill.party)],
    [t('bills.pdf.paid'), shownMoney(bill.paidE4, bill.currency, language)],
    [t('bills.pdf.balance'), shownMoney(bill.balanceE4, bill.currency, language)],
  ];
  return (
    <>
      <Files id={bill.id} />
      <dl className="fact-list">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <BillTable sums={bill} />
    </>
  );
}

const oneLine = ({ name, address, taxId }: BillParty): string =>
  [name, ...address.split('\n'), taxId].filter((part) => part.trim() !== '').join(', ');

/** The bill as a document, and every entry behind it as a table. */
function Files({ id }: { id: number }) {
  const t = useText();
  const [fetching, setFetching] = useState<'pdf' | 'csv' | 'xlsx' | null>(null);
  async function get(what: 'pdf' | 'csv' | 'xlsx'): Promise<void> {
    setFetching(what);
    try {
      const task =
        what === 'pdf'
          ? await download(tenantBillsApi.pdf, { id })
          : await download(tenantBillsApi.records, { id, kind: what });
      if (task) void toastExportBegun();
    } catch (problem) {
      handleFailure(problem);
    }
    setFetching(null);
  }
  return (
    <Group gap={8} className="bills-files">
      <Button
        leftSection={<FileText size={15} aria-hidden />}
        loading={fetching === 'pdf'}
        onClick={() => void get('pdf')}
      >
        {t('bills.getPdf')}
      </Button>
      {(['csv', 'xlsx'] as const).map((kind) => (
        <Button
          key={kind}
          variant="default"
          leftSection={<Download size={15} aria-hidden />}
          loading={fetching === kind}
          onClick={() => void get(kind)}
        >
          {t(`bills.records.${kind}`)}
        </Button>
      ))}
    </Group>
  );
}
