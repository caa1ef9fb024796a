import { pricedKinds, priceServices, type ListedPrice } from '#core/money/choose-price.ts';
import type { Row, TableColumn } from '#platform/server/table-file.ts';
import type { ServerTexts } from '#platform/server/texts.ts';
import { countries } from '#shared/countries.ts';
import { languages, type Language } from '#shared/languages.ts';
import type { PriceWords } from '../core/price-file.ts';
import { isTimed, priceColumns } from '../core/price-rules.ts';

const E4 = 10_000;
const variants = ['voice', 'text'] as const;

/** What words stand for, in any of our languages; the product's own names are understood too. */
function wordsFor<K extends string>(
  texts: ServerTexts,
  names: readonly K[],
  keyOf: (name: K) => string,
): Map<string, K> {
  return new Map(
    names.flatMap((name) =>
      [name as string, ...languages.map((language) => texts.say(language, keyOf(name)))].map(
        (word) => [word.toLowerCase(), name] as const,
      ),
    ),
  );
}

const known = new WeakMap<ServerTexts, PriceWords>();

/** Every word a file of prices may say. */
export function priceWords(texts: ServerTexts): PriceWords {
  const there = known.get(texts);
  if (there) return there;
  const named = languages.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    return countries.map(({ iso2 }) => [(names.of(iso2) ?? iso2).toLowerCase(), iso2] as const);
  });
  const words: PriceWords = {
    columns: wordsFor(texts, priceColumns, (name) => `prices.column.${name}`),
    services: wordsFor(texts, priceServices, (name) => `prices.service.${name}`),
    kinds: wordsFor<(typeof pricedKinds)[number] | ''>(texts, ['', ...pricedKinds], kindKey),
    variants: wordsFor<(typeof variants)[number] | ''>(texts, ['', ...variants], variantKey),
    countries: new Map(named),
  };
  known.set(texts, words);
  return words;
}

const kindKey = (kind: string): string => `prices.kind.${kind || 'any'}`;
const variantKey = (variant: string): string => `prices.variant.${variant || 'any'}`;

/** How a file shows prices in a language, so that it can be read again. */
export function priceTable(
  texts: ServerTexts,
  language: Language,
): { columns: TableColumn[]; cells: (price: ListedPrice) => Row } {
  const say = (key: string): string => texts.say(language, key);
  const numbers = new Set(['price', 'setup', 'first', 'next']);
  return {
    columns: priceColumns.map((column) => ({
      title: say(`prices.column.${column}`),
      width: 20,
      ...(numbers.has(column) ? { kind: 'number' as const } : {}),
    })),
    cells: ({ service, kind, variant, country, prefix, priceE4, setupE4, firstSec, nextSec }) => [
      say(`prices.service.${service}`),
      kind === '' ? '' : say(kindKey(kind)),
      variant === '' ? '' : say(variantKey(variant)),
      country,
      prefix,
      priceE4 / E4,
      service === 'call' ? setupE4 / E4 : '',
      ...(isTimed(service) ? [firstSec, nextSec] : ['', '']),
    ],
  };
}
