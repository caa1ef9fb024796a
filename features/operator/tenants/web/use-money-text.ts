import { amountText } from '#core/money/money.ts';
import { useFormat } from '#platform/web/format.ts';

/** Writes an amount of ten-thousandths in its currency; a dash where no money is counted. */
export function useMoneyText(): (e4: number | null, currency: string | null) => string {
  const format = useFormat();
  return (e4, currency) => (e4 === null || currency === null ? '–' : format.money(amountText(e4, currency), currency));
}
