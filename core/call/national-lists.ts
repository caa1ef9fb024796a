/** A country's own list of people who want no calls, and how old a copy of it may be. */
export interface NationalList {
  name: string;
  mostDaysOld: number;
}

const lists: Readonly<Record<string, NationalList>> = {
  AU: { name: 'Do Not Call Register', mostDaysOld: 30 },
  BR: { name: 'Não Me Perturbe', mostDaysOld: 30 },
  CA: { name: 'National Do Not Call List', mostDaysOld: 31 },
  GB: { name: 'Telephone Preference Service', mostDaysOld: 28 },
  IN: { name: 'National Customer Preference Register', mostDaysOld: 30 },
  MX: { name: 'REPEP', mostDaysOld: 30 },
  US: { name: 'National Do Not Call Registry', mostDaysOld: 31 },
};

/** Of a list for which no age is written. */
export const LIST_DAYS_OLD = 30;

/** The list of a country, by what we could read up; null where we know of none. */
export const nationalListOf = (country: string): NationalList | null => lists[country] ?? null;

export const mostDaysOldOf = (country: string): number => nationalListOf(country)?.mostDaysOld ?? LIST_DAYS_OLD;
