import { searchFold } from '#core/search/search-fold.ts';
import { searchTerms } from '#core/search/search-terms.ts';
import type { CommandEntry } from './command-bar-state.ts';

/** Of each group, once something was typed: what else is found stands below and is to be seen. */
const OF_A_GROUP = 4;

/** Every word typed is in the title, its group or its keywords; titles that begin with it come first. */
export function matching(entries: readonly CommandEntry[], typed: string): CommandEntry[] {
  const terms = searchTerms(typed);
  const first = terms[0];
  if (first === undefined) return [...entries];
  const begins = ({ title }: CommandEntry): number => Number(searchFold(title).startsWith(first));
  const found = entries
    .filter(({ title, group, detail, keywords = [] }) => {
      const all = searchFold([title, group, detail, ...keywords].filter(Boolean).join(' '));
      return terms.every((term) => all.includes(term));
    })
    .sort((a, b) => begins(b) - begins(a));
  return [...Map.groupBy(found, ({ group }) => group ?? '').values()].flatMap((ones) => ones.slice(0, OF_A_GROUP));
}

/** Where the choice goes with a key: arrows from one to the next and around, page keys from group to group; null for any other. */
export function movedTo(entries: readonly Pick<CommandEntry, 'group'>[], at: number, key: string): number | null {
  const count = entries.length;
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  const heads = entries.flatMap(({ group }, place) =>
    place === 0 || group !== entries[place - 1]!.group ? place : [],
  );
  if (key === 'PageDown') return heads.find((head) => head > at) ?? 0;
  if (key === 'PageUp') return heads.findLast((head) => head < at) ?? heads.at(-1)!;
  return null;
}
