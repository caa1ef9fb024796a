import type { ImportedRow } from '../../core/import-row.ts';

/** The columns of a staging table that a file fills, as `copyLine` writes them. */
export const STAGED_COLUMNS =
  'line, full_name, first_name, last_name, company, numbers, emails, owner_id, language, time_zone, country, tag_ids, fields, note, do_not_call, do_not_text, consent';

/** A row in the text form of COPY. */
export function copyLine(line: number, row: ImportedRow): string {
  return `${line}\t${text(row.full_name)}\t${text(row.first_name)}\t${text(row.last_name)}\t${text(row.company)}\t${list(row.numbers)}\t${list(row.emails)}\t${row.owner_id ?? NONE}\t${text(row.language)}\t${text(row.time_zone)}\t${text(row.country)}\t{${row.tag_ids.join(',')}}\t${text(fieldsText(row.fields))}\t${text(row.note)}\t${flag(row.do_not_call)}\t${flag(row.do_not_text)}\t${row.consent ?? NONE}\n`;
}

const NONE = '\\N';
const SPECIAL = /[\\\t\n\r]/;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (value: string): string =>
  SPECIAL.test(value) ? value.replace(/[\\\t\n\r]/g, (letter) => escapes[letter]!) : value;

const text = (value: string | null): string => (value === null ? NONE : escaped(value));
const flag = (value: boolean | null): string => (value === null ? NONE : value ? 't' : 'f');
const list = (values: readonly string[]): string =>
  values.length === 0 ? '{}' : escaped(`{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`);

function fieldsText(fields: ImportedRow['fields']): string {
  for (const _ in fields) return JSON.stringify(fields);
  return '{}';
}
