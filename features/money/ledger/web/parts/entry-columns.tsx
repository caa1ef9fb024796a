import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { duration, useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { priceText } from '#platform/web/minor-units.ts';
import { NamedFlag } from '#platform/web/ui/flag.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { useCan } from '#platform/web/viewer.ts';
import type { MoneyEntry } from '../../contract.ts';

const DASH = '–';

/** The columns of what was paid and used; whoever looks from outside is not led to calls and messages of the team. */
export function useEntryColumns(currency: string, leadsOn = true): Column<MoneyEntry>[] {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  return [
    {
      id: 'kind',
      header: t('ledger.column.kind'),
      required: true,
      card: 'title',
      width: 180,
      cell: ({ kind }) => <b>{t(`ledger.kind.${kind}`)}</b>,
    },
    {
      id: 'at',
      header: t('ledger.column.at'),
      width: 168,
      cell: ({ at }) => <span className="figures">{format.exact(at)}</span>,
    },
    {
      id: 'amount',
      header: t('ledger.column.amount'),
      width: 150,
      align: 'end',
      cell: ({ amountE4 }) => (
        <span className="figures" data-more={amountE4 > 0 || undefined}>
          {amountE4 > 0 ? '+' : ''}
          {priceText(amountE4, currency, language)}
        </span>
      ),
    },
    {
      id: 'about',
      header: t('ledger.column.about'),
      width: 300,
      cell: (entry) => <About entry={entry} leadsOn={leadsOn} />,
    },
    { id: 'note', header: t('ledger.column.note'), width: 220, cell: ({ note }) => note || DASH },
    { id: 'by', header: t('ledger.column.by'), width: 140, card: 'none', cell: ({ byName }) => byName || DASH },
  ];
}

/** Whom it was with and how much of it, and the way there. */
function About({
  entry: { country, seconds, parts, callId, smsId },
  leadsOn,
}: {
  entry: MoneyEntry;
  leadsOn: boolean;
}) {
  const t = useText();
  const can = useCan();
  const toCall = leadsOn && callId !== null && can('call-records.use') && `/record?call=${encodeURIComponent(callId)}`;
  const toMessages = leadsOn && smsId !== null && can('sms.use') && '/sms/records';
  if (country === '' && seconds === null && parts === null && !toCall && !toMessages) return DASH;
  return (
    <span className="entry-about">
      {country !== '' && <NamedFlag iso2={country} />}
      {seconds !== null && <span className="figures">{duration(seconds)}</span>}
      {parts !== null && <span>{t('ledger.aboutSms', { parts })}</span>}
      {toCall && (
        <Anchor component={Link} to={toCall} size="sm">
          {t('ledger.toCall')}
        </Anchor>
      )}
      {toMessages && (
        <Anchor component={Link} to={toMessages} size="sm">
          {t('ledger.toMessages')}
        </Anchor>
      )}
    </span>
  );
}
