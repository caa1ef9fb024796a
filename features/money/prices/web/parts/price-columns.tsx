import { isTimed } from '../../core/price-rules.ts';
import { useText } from '#platform/web/i18n.ts';
import { Flag } from '#platform/web/ui/flag.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import type { PriceLine } from '../../contract.ts';
import { usePriceWords } from '../use-price-words.ts';

/** Lengths of calls people think in. */
const MINUTES = [1, 5, 10] as const;

/** Columns of prices, as teams and operators see them. */
export function usePriceColumns<Row extends PriceLine>(currency: string): Column<Row>[] {
  const t = useText();
  const words = usePriceWords(currency);
  return [
    { id: 'what', header: t('prices.what'), required: true, card: 'title', cell: (row) => <b>{words.what(row)}</b> },
    {
      id: 'where',
      header: t('prices.where'),
      required: true,
      width: 240,
      cell: (row) => (
        <span className="figures">
          {row.country !== '' && <Flag iso2={row.country} />} {words.where(row)}
        </span>
      ),
    },
    {
      id: 'price',
      header: t('prices.column.price'),
      required: true,
      width: 170,
      align: 'end',
      cell: (row) => (
        <span className="figures">
          {words.each(row)}
          {row.setupE4 > 0 && <small> {t('prices.plusSetup', { price: words.money(row.setupE4) })}</small>}
        </span>
      ),
    },
    {
      id: 'counted',
      header: t('prices.counted'),
      width: 110,
      align: 'end',
      wide: true,
      cell: (row) => <span className="figures">{words.counted(row)}</span>,
    },
    ...MINUTES.map((minutes): Column<Row> => ({
      id: `minutes${minutes}`,
      header: t('prices.guide.minutes', { minutes }),
      width: 96,
      align: 'end',
      wide: minutes === 5,
      cell: (row) => (isTimed(row.service) ? <span className="figures">{words.talk(row, minutes)}</span> : null),
    })),
  ];
}
