import type { DeskMirror } from './phone-desk-parts.ts';
import type { DeskShow } from './desk-show.ts';

/** How much of what a hidden tab wanted to show the others are told. */
const REMEMBERED_AT_MOST = 5;

/** What the tab that carries the phone wanted to show while it was hidden, for the others. */
export function newHiddenShows() {
  let shows: DeskMirror['told'] = [];
  let count = 0;
  return {
    list: () => shows,
    add(show: DeskShow): void {
      shows = [...shows, { id: (count += 1), show }].slice(-REMEMBERED_AT_MOST);
    },
    clear(): void {
      shows = [];
      count = 0;
    },
  };
}

/** What another tab told, as this one hears it; what was told before it listened is old. */
export function newShowReader() {
  let lastReadId: number | null = null;
  return {
    /** Of these, what was not heard before. */
    fresh(shows: DeskMirror['told']): DeskShow[] {
      const since = lastReadId;
      lastReadId = shows.at(-1)?.id ?? 0;
      return since === null ? [] : shows.filter(({ id }) => id > since).map(({ show }) => show);
    },
    forget(): void {
      lastReadId = null;
    },
  };
}
