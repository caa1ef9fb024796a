import type { ComboboxParsedItem, OptionsFilter } from '@mantine/core';
import { hasTerms } from '#core/search/search-terms.ts';

/** What fields with many choices offer for what was typed: names in any order, with or without their accents. */
export const optionsFilter: OptionsFilter = ({ options, search, limit }) => {
  let left = limit;
  const take = <Option extends { label: string }>(given: readonly Option[]): Option[] => {
    const found = given.filter(({ label }) => hasTerms(label, search)).slice(0, Math.max(left, 0));
    left -= found.length;
    return found;
  };
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return take([option]);
    const items = take(option.items);
    return items.length === 0 ? [] : [{ ...option, items }];
  });
};
