import { useLanguage } from '#platform/web/i18n.ts';
import { paidText } from '#platform/web/minor-units.ts';

/** Writes an amount of ten-thousandths in its currency; a dash where no money is counted. */
export function useMoneyText(): (e4: number | null, currency: string | null) => string {
  const language = useLanguage();
  return (e4, currency) => (e4 === null || currency === null ? '–' : paidText(e4, currency, language));
}
