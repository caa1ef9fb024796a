import { KEPT_COLUMN } from '#features/customers/customer-files/contract.ts';
import type { InputOf } from '#platform/web/call.ts';
import { CAMPAIGN_COLUMNS, KEPT_TITLE_MOST } from '../../core/campaign-columns.ts';
import type { CampaignFile, campaignsApi } from '../../contract.ts';

/** By column: a field, `column` for one kept under its title, or '' for one that is left out. */
export type FileDraft = Readonly<Record<string, string>>;
export const KEPT = 'column';

type Columns = CampaignFile['columns'];
const isField = (field: string): boolean => (CAMPAIGN_COLUMNS as readonly string[]).includes(field);

/** As the file suggests it; what it does not know is kept, since somebody thought it worth a column. */
export const firstMapping = (columns: Columns): FileDraft =>
  Object.fromEntries(
    columns.map(({ column, guess, title }) => [String(column), fieldOf(guess) || (title.trim() === '' ? '' : KEPT)]),
  );

function fieldOf(guess: string | null): string {
  if (guess === null) return '';
  if (guess.startsWith('phone')) return 'phone';
  return isField(guess) ? guess : guess.startsWith(KEPT_COLUMN) ? KEPT : '';
}

/** What keeps a file from being checked. */
export interface FileTrouble {
  /** No column has numbers: nobody could be called. */
  noNumber: boolean;
  /** Fields more than one column would become. */
  twice: string[];
}

export function fileTrouble(draft: FileDraft): FileTrouble {
  const used = Object.values(draft).filter((field) => field !== '' && field !== KEPT);
  return {
    noNumber: !used.includes('phone'),
    twice: [...new Set(used.filter((field, place) => used.indexOf(field) !== place))],
  };
}

/** The draft as the server is asked. */
export const fileWish = (
  id: number,
  columns: Columns,
  draft: FileDraft,
  country: string,
): InputOf<typeof campaignsApi.importCheck> => ({
  id,
  ...(country === '' ? {} : { country }),
  mapping: columns.map(({ column, title }) => {
    const field = draft[String(column)] ?? '';
    if (field === KEPT)
      return { column, field: `${KEPT_COLUMN}${[...title.trim()].slice(0, KEPT_TITLE_MOST).join('')}` };
    return { column, field: field === '' ? null : field };
  }),
});
