import { callCostE4 } from '#core/money/cost.ts';
import { countryName } from '#platform/web/country.ts';
import { useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { priceText } from '#platform/web/minor-units.ts';
import type { PriceLine } from '../contract.ts';
import { isTimed } from '../core/price-rules.ts';

/** How prices are put into words. */
export interface PriceWording {
  /** "Calls by hand", "Voice seats". */
  what(price: Pick<PriceLine, 'service' | 'kind' | 'variant'>): string;
  /** "Mexico · +5255"; everywhere where neither is said. */
  where(price: Pick<PriceLine, 'country' | 'prefix'>): string;
  money(e4: number): string;
  /** "$0.012 a minute". */
  each(price: Pick<PriceLine, 'service' | 'priceE4'>): string;
  /** "first 60 s, then each 6 s"; empty for what is not timed. */
  counted(price: Pick<PriceLine, 'service' | 'firstSec' | 'nextSec'>): string;
  /** What so many minutes cost; a dash for what is not timed. */
  talk(price: PriceLine, minutes: number): string;
}

export function usePriceWords(currency: string): PriceWording {
  const t = useText();
  const language = useLanguage();
  const format = useFormat();
  const money = (e4: number) => (currency === '' ? '' : priceText(e4, currency, language));
  const ofKind = (kind: string) => t(`prices.kind.${(kind || 'any') as 'any'}`);
  return {
    what({ service, kind, variant }) {
      if (service === 'call') return ofKind(kind);
      if (service === 'seat' && variant !== '') return t(`prices.variant.${variant as 'voice'}`);
      return t(`prices.service.${service}`);
    },
    where({ country, prefix }) {
      const parts = [country === '' ? '' : countryName(country, language), prefix === '' ? '' : `+${prefix}`];
      return parts.filter(Boolean).join(' · ') || t('prices.everywhere');
    },
    money,
    each: ({ service, priceE4 }) => t(`prices.each.${service}`, { price: money(priceE4) }),
    counted: ({ service, firstSec, nextSec }) =>
      isTimed(service) ? `${format.number(firstSec)}/${format.number(nextSec)}` : '',
    talk: (price, minutes) =>
      isTimed(price.service) ? money(callCostE4({ ...price, minuteE4: price.priceE4 }, minutes * 60)) : '–',
  };
}
