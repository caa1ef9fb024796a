import type { BillLine } from '#core/money/bill.ts';
import type { ServerTexts } from '#platform/server/texts.ts';
import type { Language } from '#shared/languages.ts';

/** Names of countries in the reader's language, as the pages say them. */
const names = new Map<Language, Intl.DisplayNames>();
export function countryIn(language: Language, iso2: string): string {
  if (iso2 === '') return '';
  let known = names.get(language);
  if (!known) names.set(language, (known = new Intl.DisplayNames([language], { type: 'region' })));
  return known.of(iso2) ?? iso2;
}

/** What a line of a bill is about. */
export function lineName(
  texts: ServerTexts,
  language: Language,
  line: Omit<BillLine, 'count' | 'seconds' | 'amountE4'>,
): string {
  const { service, kind, direction, country, note } = line;
  const say = (key: string): string => (texts.has('en-US', `bills.${key}`) ? texts.say(language, `bills.${key}`) : '');
  const details = [
    direction === '' ? '' : say(`direction.${direction}`),
    // A kind that says no more than the direction stands for itself.
    kind === '' || kind === direction ? '' : say(`kind.${kind}`),
    countryIn(language, country),
    note,
  ].filter(Boolean);
  return [say(`service.${service}`), details.join(' · ')].filter(Boolean).join(': ');
}
