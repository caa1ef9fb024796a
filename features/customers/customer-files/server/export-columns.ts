import { sql, type RawBuilder } from 'kysely';
import { customerFields, type CustomerField } from '#core/customer/condition.ts';
import type { CustomField, FieldColumn } from '#features/customers/field-config/contract.ts';
import { HIDDEN, maskedField, type TenantFields } from '#features/customers/customers/server/index.ts';
import type { Cell, ColumnKind, TableColumn } from '#platform/server/table-file.ts';
import { DateFormat } from '#shared/codes/date-format.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import type { CopiedShape } from './copied-csv.ts';
import type { ExportNames } from './export-names.ts';

/** Between several numbers, addresses or tags of one cell; the import reads them apart again. */
export const BETWEEN = '; ';

/** A column of the file: what the database reads for it, and what stands in the cell. */
export interface ExportColumn extends TableColumn {
  key: string;
  reads: RawBuilder<unknown>;
  /** What may be promised of its cells in a csv file. */
  shape: CopiedShape;
  cell(read: string): Cell;
}

interface Look {
  reads: RawBuilder<unknown>;
  width: number;
  kind?: ColumnKind;
  /** How a csv file may write it without asking `cell`; only where nobody sees stars. */
  shape?: CopiedShape;
  cell(read: string, names: ExportNames): Cell;
  /** The same for those who see stars, where it is not enough to hide what the tenant hides. */
  starred?(read: string, stars: (value: unknown) => unknown): Cell;
}

const asIs = { shape: 'text', cell: (read: string): Cell => read } as const;
const starredText = (read: string, stars: (value: unknown) => unknown): Cell => stars(read) as string;
const moment = {
  kind: 'moment',
  width: 20,
  shape: 'moment',
  cell: (read, { at }) => (read === '' ? '' : at(read.slice(0, 19))),
} as const satisfies Partial<Look>;
const numbersIn = (read: string): string[] => (read === '{}' || read === '' ? [] : read.slice(1, -1).split(','));

const looks: Record<CustomerField, Look> = {
  full_name: { reads: sql`c.full_name`, width: 28, ...asIs, starred: starredText },
  company: { reads: sql`c.company`, width: 24, ...asIs, starred: starredText },
  phone: {
    reads: sql`c.phones`,
    width: 20,
    shape: 'numbers',
    cell: (read) =>
      read === '{}' ? '' : `+${read.includes(',') ? numbersIn(read).join(`${BETWEEN}+`) : read.slice(1, -1)}`,
    starred: (read, stars) => (stars(numbersIn(read)) as string[]).join(BETWEEN),
  },
  email: {
    reads: sql`array_to_string(c.emails, ${sql.lit(BETWEEN)})`,
    width: 28,
    ...asIs,
    starred: (read, stars) => (read === '' ? '' : (stars(read.split(BETWEEN)) as string[]).join(BETWEEN)),
  },
  owner: { reads: sql`c.owner_id`, width: 18, cell: (read, { person }) => person(read) },
  source: { reads: sql`c.source`, width: 14, cell: (read, { source }) => source(read) },
  language: { reads: sql`c.language`, width: 14, cell: (read, { language }) => language(read) },
  time_zone: { reads: sql`c.time_zone`, width: 22, ...asIs },
  country: { reads: sql`c.country`, width: 16, cell: (read, { country }) => country(read) },
  tag: { reads: sql`c.tag_ids`, width: 28, cell: (read, { tags }) => tags(read) },
  do_not_call: { reads: sql`c.do_not_call`, width: 12, cell: (read, { flag }) => flag(read) },
  do_not_text: { reads: sql`c.do_not_text`, width: 12, cell: (read, { flag }) => flag(read) },
  consent: { reads: sql`c.consent`, width: 14, cell: (read, { consent }) => consent(read) },
  note: { reads: sql`c.note`, width: 40, ...asIs, starred: starredText },
  created_at: { reads: sql`c.created_at`, ...moment },
  updated_at: { reads: sql`c.updated_at`, ...moment },
  last_contact_at: { reads: sql`c.last_contact_at`, ...moment },
};
const isField = (key: string): key is CustomerField => key in customerFields;

const figure = (read: string): Cell => (read === '' || !Number.isFinite(Number(read)) ? read : Number(read));
const dayKinds = new Map<string, ColumnKind>([
  [String(DateFormat.dayFirst), 'dayFirst'],
  [String(DateFormat.monthFirst), 'monthFirst'],
]);

/** How values of a custom field stand in a file: figures as figures, days and times as such, each as the import reads it again. */
export function customLook({ id, type, format }: Pick<CustomField, 'id' | 'type' | 'format'>): Look {
  const reads = sql`c.fields ->> ${sql.lit(String(id))}`;
  const starred = (read: string, stars: (value: unknown) => unknown): Cell => stars(read) as string;
  switch (type) {
    case VariableType.number:
      return { reads, width: 14, kind: 'number', cell: figure, starred: (read, stars) => stars(figure(read)) as Cell };
    case VariableType.price:
      return { reads, width: 14, kind: 'price', cell: figure, starred: (read, stars) => stars(figure(read)) as Cell };
    case VariableType.date:
      return { reads, width: 14, kind: dayKinds.get(format) ?? 'day', cell: asIs.cell, starred };
    case VariableType.time:
      return { reads, width: 12, kind: 'time', ...asIs, starred };
    case VariableType.phone:
      return { reads, width: 20, cell: (read) => (read === '' ? '' : `+${read}`), starred };
    default:
      return { reads, width: 20, ...asIs, starred };
  }
}

const lookOf = ({ key, custom }: FieldColumn): Look | null =>
  custom ? customLook(custom) : isField(key) ? looks[key] : null;

/** The columns of a file for one reader. */
export function exportColumns(
  columns: readonly FieldColumn[],
  names: ExportNames,
  masked: TenantFields | null,
): ExportColumn[] {
  return columns.flatMap((column): ExportColumn[] => {
    const look = lookOf(column);
    if (!look) return [];
    const { reads, width, kind = 'text', shape = 'other', cell, starred } = look;
    const made = { key: column.key, title: column.name, reads, width, kind, shape };
    if (!masked) return [{ ...made, cell: (read) => cell(read, names) }];
    if (masked.hiddenColumns.has(column.key))
      return [{ ...made, shape: 'other', cell: (read) => (read === '' || read === '{}' ? '' : HIDDEN) }];
    if (!starred) return [{ ...made, cell: (read) => cell(read, names) }];
    return [
      { ...made, shape: 'other', cell: (read) => starred(read, (value) => maskedField(column.key, value, masked)) },
    ];
  });
}
