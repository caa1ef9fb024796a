import { readTenantFields } from '#features/customers/customers/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { countries } from '#shared/countries.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { Failure } from '#shared/errors.ts';
import type { DayOrder } from '../core/day-order.ts';
import { NAMING_FIELDS, IMPORT_FIELDS, plainField, takesSeveral } from '../core/import-fields.ts';
import type { ImportRow, ImportWish } from './imports.repo.ts';

/** Only columns that become something; refuses what no import understands. */
export async function readMapping(
  tx: TenantTx,
  row: ImportRow,
  mapping: readonly { column: number; field: string | null; days?: DayOrder | undefined }[],
): Promise<ImportWish['mapping']> {
  const { custom } = await readTenantFields(tx);
  const isKnown = (field: string): boolean =>
    (IMPORT_FIELDS as readonly string[]).includes(field) ||
    (/^phone:[A-Z]{2}$/.test(field) && countries.some(({ iso2 }) => iso2 === field.slice(6))) ||
    custom.has(Number(/^custom:(\d{1,15})$/.exec(field)?.[1]));
  const isDate = (field: string): boolean =>
    custom.get(Number(/^custom:(\d{1,15})$/.exec(field)?.[1]))?.type === VariableType.date;
  const chosen = mapping.flatMap(({ column, field, days }) => {
    if (field === null) return [];
    if (!isDate(field)) return [{ column, field }];
    // What the file says itself need not be asked; what it does not say is not guessed.
    const orderInFile = row.shape.columns[column]?.days?.order;
    const order = days ?? (orderInFile === 'either' ? undefined : orderInFile);
    if (orderInFile === 'either' && !order) throw new Failure('invalidInput', `mapping: days of column ${column + 1}`);
    return [order ? { column, field, days: order } : { column, field }];
  });
  const seen = new Set<string>();
  for (const { column, field } of chosen) {
    if (!isKnown(field) || column >= row.shape.columns.length) throw new Failure('invalidInput', `mapping: ${field}`);
    const key = takesSeveral(field) ? `${column}` : field;
    if (seen.has(key)) throw new Failure('importFieldTwice');
    seen.add(key);
  }
  if (!chosen.some(({ field }) => (NAMING_FIELDS as readonly string[]).includes(plainField(field))))
    throw new Failure('importWithoutContact');
  return chosen;
}
