import { IMPORT_FIELDS, NAMING_FIELDS, plainField, takesSeveral, type ImportField } from '../../core/import-fields.ts';
import type { DayOrder } from '../../core/day-order.ts';
import type { InputOf } from '#platform/web/call.ts';
import type { customerFilesApi, DuplicateRule, ImportPreview } from '../../contract.ts';

/** What somebody wants of an import, while they choose. */
export interface ImportDraft {
  /** By column: a field, or '' for a column that is left out. */
  fields: Readonly<Record<string, string>>;
  /** By column of days: which of day and month comes first, where somebody said so. */
  days: Readonly<Record<string, DayOrder>>;
  duplicates: DuplicateRule;
  /** Of numbers without their country's code; '' for none. */
  country: string;
  tags: readonly string[];
  owner: string;
}

type Suggested = Pick<ImportPreview, 'columns' | 'wish'>;

/** As it was checked before, in whatever tab; else as the file suggests it. */
export function firstDraft({ columns, wish }: Suggested): ImportDraft {
  const fieldOf = (column: number, guess: string | null): string =>
    (wish ? wish.mapping.find((one) => one.column === column)?.field : guess) ?? '';
  const fields = Object.fromEntries(columns.map(({ column, guess }) => [String(column), fieldOf(column, guess)]));
  const days = Object.fromEntries(
    (wish?.mapping ?? []).flatMap(({ column, days: order }) => (order ? [[String(column), order]] : [])),
  );
  if (!wish) return { fields, days, duplicates: 'skip', country: '', tags: [], owner: '' };
  return {
    fields,
    days,
    duplicates: wish.duplicates,
    country: wish.country,
    tags: wish.tag_ids.map(String),
    owner: wish.owner_id === null ? '' : String(wish.owner_id),
  };
}

/** What keeps a file from being checked, or makes it less than it could be. */
export interface MappingTrouble {
  /** Nothing in it says who anybody is. */
  nobody: boolean;
  /** Neither numbers nor addresses: nobody could be reached, and duplicates are not noticed. */
  unreachable: boolean;
  /** Fields more than one column would become, although only one can. */
  twice: string[];
}

export function mappingTrouble(fields: ImportDraft['fields']): MappingTrouble {
  const used = Object.values(fields)
    .filter((field) => field !== '')
    .map(plainField);
  return {
    nobody: !used.some((field) => NAMING_FIELDS.includes(field as ImportField)),
    unreachable: !used.includes('phone') && !used.includes('email'),
    twice: [...new Set(used.filter((field, place) => used.indexOf(field) !== place && !takesSeveral(field)))],
  };
}

/**
 * Columns of which is asked which of day and month comes first: they become a date, and their days read both ways. Where such
 * days come late in a file its first rows say nothing, so that it is asked once a check has found them.
 */
export const unclearDays = (
  { columns, wish }: Suggested,
  fields: ImportDraft['fields'],
  dates: ReadonlySet<string>,
): ImportPreview['columns'] =>
  columns.filter(
    ({ column, days }) =>
      dates.has(fields[String(column)] ?? '') && (days?.order === 'either' || (!days && wish !== null)),
  );

/** The draft as the server is asked. */
export const wishOf = (
  id: number,
  { fields, days, duplicates, country, tags, owner }: ImportDraft,
): InputOf<typeof customerFilesApi.check> => ({
  id,
  duplicates,
  tag_ids: tags.map(Number),
  owner_id: owner === '' ? null : Number(owner),
  ...(country === '' ? {} : { country }),
  mapping: Object.entries(fields).map(([column, field]) => ({
    column: Number(column),
    field: field === '' ? null : field,
    ...(field !== '' && days[column] ? { days: days[column] } : {}),
  })),
});

const isField = (field: string): boolean =>
  (IMPORT_FIELDS as readonly string[]).includes(plainField(field)) || /^custom:\d+$/.test(field);
const keyOf = (id: number): string => `openseat.import.${id}`;

/** What was chosen before the page was loaded again, kept in this tab. */
export const keptDraft = {
  read(id: number, preview: Suggested): ImportDraft {
    const first = firstDraft(preview);
    try {
      const kept = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null') as Partial<ImportDraft> | null;
      if (!kept) return first;
      const fields = Object.fromEntries(
        Object.entries(first.fields).map(([column, guess]) => [
          column,
          kept.fields?.[column] === '' || isField(kept.fields?.[column] ?? '') ? kept.fields![column]! : guess,
        ]),
      );
      return { ...first, ...kept, fields };
    } catch {
      return first;
    }
  },
  write: (id: number, draft: ImportDraft): void => sessionStorage.setItem(keyOf(id), JSON.stringify(draft)),
};
