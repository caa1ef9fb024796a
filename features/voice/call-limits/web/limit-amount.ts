import { useFormat } from '#platform/web/format.ts';
import { useLanguage } from '#platform/web/i18n.ts';
import { minorText } from '#platform/web/minor-units.ts';
import type { CallLimit } from '../contract.ts';

/** How a limit's figures are written: calls as numbers, cost as money. */
export function useLimitAmount(currency: string): (kind: CallLimit['kind'], value: number) => string {
  const format = useFormat();
  const language = useLanguage();
  return (kind, value) =>
    kind === 'costPerDay' && currency !== '' ? minorText(value, currency, language) : format.number(value);
}
