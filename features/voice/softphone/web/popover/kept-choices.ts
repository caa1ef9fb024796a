/**
 * What the phone keeps on this browser, by the names the specification gives (W3), and one of ours. The volumes and the status are
 * kept by whom they belong to.
 */
export type KeptChoice =
  | 'fixedStatus'
  | 'callCountry'
  | 'routerNumberId'
  | 'externalNumber'
  | 'callMark'
  | 'connectionType';

/** Reads and keeps; where nothing can be kept, a choice holds until the page goes. */
export const kept = {
  get(name: KeptChoice): string | null {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  set(name: KeptChoice, value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(name);
      else localStorage.setItem(name, value);
    } catch {
      // Full or forbidden.
    }
  },
};
