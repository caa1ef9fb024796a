import { duration, useFormat } from '#platform/web/format.ts';
import { shownMoney } from '#core/money/shown-money.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import type { BillSums } from '../../contract.ts';
import { useLineName } from '../use-line-name.ts';

/** The lines of a bill, and everything that makes its total. */
export function BillTable({ sums }: { sums: BillSums }) {
  const t = useText();
  const language = useLanguage();
  const format = useFormat();
  const nameOf = useLineName();
  const exactly = (e4: number) => shownMoney(e4, sums.currency, language, 'exact');
  const paid = (e4: number) => shownMoney(e4, sums.currency, language);
  return (
    <table className="bills-lines">
      <thead>
        <tr>
          <th scope="col">{t('bills.pdf.what')}</th>
          <th scope="col">{t('bills.pdf.count')}</th>
          <th scope="col">{t('bills.time')}</th>
          <th scope="col">{t('bills.pdf.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {sums.lines.length === 0 && (
          <tr>
            <td colSpan={4}>{t('bills.pdf.nothing')}</td>
          </tr>
        )}
        {sums.lines.map((line) => (
          <tr key={[line.service, line.kind, line.direction, line.country, line.note].join('|')}>
            <td>{nameOf(line)}</td>
            <td className="figures">{format.number(line.count)}</td>
            <td className="figures">{line.seconds === 0 ? '' : duration(line.seconds)}</td>
            <td className="figures">{exactly(line.amountE4)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <Sum name={t('bills.pdf.sum')} value={exactly(sums.sumE4)} />
        {sums.roundingE4 !== 0 && <Sum name={t('bills.pdf.rounding')} value={exactly(sums.roundingE4)} />}
        {sums.taxes.map(({ name, rate, baseE4, amountE4 }, place) => (
          <Sum
            key={place}
            name={t('bills.pdf.tax', { name, rate: format.percent(rate / 10_000, 2), base: paid(baseE4) })}
            value={paid(amountE4)}
          />
        ))}
        <Sum name={t('bills.pdf.total')} value={paid(sums.totalE4)} isTotal />
      </tfoot>
    </table>
  );
}

const Sum = ({ name, value, isTotal = false }: { name: string; value: string; isTotal?: boolean }) => (
  <tr className={isTotal ? 'bills-total' : ''}>
    <th scope="row" colSpan={3}>
      {name}
    </th>
    <td className="figures">{value}</td>
  </tr>
);
