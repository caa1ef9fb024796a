/** What a column of a campaign's file can become, besides being kept under its title. */
export const CAMPAIGN_COLUMNS = [
  'phone',
  'full_name',
  'first_name',
  'last_name',
  'company',
  'time_zone',
  'country',
  'do_not_call',
  'consent',
] as const;

export const KEPT_TITLE_MOST = 60;

interface FileColumn {
  column: number;
  title: string;
  guess: string | null;
}

interface ColumnChoice {
  column: number;
  field: string;
}

const isKnown = (field: string): boolean => (CAMPAIGN_COLUMNS as readonly string[]).includes(field);
const plain = (field: string): string => (/^phone:[A-Z]{2}$/.test(field) ? 'phone' : field);

/** What the columns are guessed to be for a campaign: of several numbers the first is called, and everything else is kept under its title. */
export function guessForCampaign(
  columns: readonly FileColumn[],
  kept: string,
): { column: number; field: string | null }[] {
  const taken = new Set<string>();
  return columns.map(({ column, title, guess }) => {
    const wanted = guess !== null && isKnown(plain(guess)) && !taken.has(plain(guess)) ? guess : keptAs(title, kept);
    if (wanted === null || taken.has(plain(wanted))) return { column, field: null };
    taken.add(plain(wanted));
    return { column, field: wanted };
  });
}

function keptAs(title: string, kept: string): string | null {
  const name = [...title.trim()].slice(0, KEPT_TITLE_MOST).join('');
  return name === '' ? null : `${kept}${name}`;
}

/** Why a choice of columns cannot be read; null when it can. Nobody is called without a number, and nothing comes from two columns. */
export function wrongChoice(
  chosen: readonly ColumnChoice[],
  { columns, kept }: { columns: number; kept: string },
): 'unknown' | 'twice' | 'noPhone' | null {
  const seen = new Set<string>();
  for (const { column, field } of chosen) {
    const isTitle =
      field.startsWith(kept) && field.length > kept.length && field.length <= kept.length + KEPT_TITLE_MOST;
    if (column >= columns || !(isTitle || isKnown(plain(field)))) return 'unknown';
    if (seen.has(plain(field))) return 'twice';
    seen.add(plain(field));
  }
  return seen.has('phone') ? null : 'noPhone';
}
