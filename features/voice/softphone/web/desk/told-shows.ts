import type { DeskMirror } from './phone-desk-parts.ts';
import type { DeskShow } from './desk-show.ts';

/** How much of what a hidden tab wanted to show the others are told. */
const TOLD_AT_MOST = 5;

/** What the tab that carries the phone wanted to show while it was hidden, for the others. */
export function newTold() {
  let told: DeskMirror['told'] = [];
  let count = 0;
  return {
    list: () => told,
    add(show: DeskShow): void {
      told = [...told, { id: (count += 1), show }].slice(-TOLD_AT_MOST);
    },
    clear(): void {
      told = [];
      count = 0;
    },
  };
}

/** What another tab told, as this one hears it; what was told before it listened is old. */
export function newHeard() {
  let heardId: number | null = null;
  return {
    /** Of these, what was not heard before. */
    fresh(told: DeskMirror['told']): DeskShow[] {
      const since = heardId;
      heardId = told.at(-1)?.id ?? 0;
      return since === null ? [] : told.filter(({ id }) => id > since).map(({ show }) => show);
    },
    forget(): void {
      heardId = null;
    },
  };
}
