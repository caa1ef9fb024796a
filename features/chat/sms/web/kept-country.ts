const NAME = 'smsCountry';

/** The country somebody wrote to last on this browser; where nothing can be kept, none. */
export const keptCountry = {
  get(): string | null {
    try {
      return localStorage.getItem(NAME);
    } catch {
      return null;
    }
  },
  set(iso2: string): void {
    try {
      localStorage.setItem(NAME, iso2);
    } catch {
      // Full or forbidden.
    }
  },
};
