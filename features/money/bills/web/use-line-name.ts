import { countryName } from '#platform/web/country.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import type { z } from 'zod';
import type { BilledLine } from '../contract.ts';

type Line = z.infer<typeof BilledLine>;

const kinds = ['manual', 'task', 'ai', 'inbound', 'voice', 'text', 'back'] as const;
const directions = ['inbound', 'outbound'] as const;
const known = <Word extends string>(words: readonly Word[], word: string): Word | undefined =>
  words.find((one) => one === word);

/** What a line of a bill is about, as its PDF says it too. */
export function useLineName(): (line: Line) => string {
  const t = useText();
  const language = useLanguage();
  return ({ service, kind, direction, country, note }) => {
    const way = known(directions, direction);
    const sort = kind === direction ? undefined : known(kinds, kind);
    const details = [
      way ? t(`bills.direction.${way}`) : '',
      sort ? t(`bills.kind.${sort}`) : '',
      country === '' ? '' : countryName(country, language),
      note,
    ].filter(Boolean);
    return [t(`bills.service.${service}`), details.join(' · ')].filter(Boolean).join(': ');
  };
}
