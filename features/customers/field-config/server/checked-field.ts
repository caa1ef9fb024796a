import { DateFormat } from '#shared/codes/date-format.ts';
import { TimeFormat } from '#shared/codes/time-format.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { Failure } from '#shared/errors.ts';
import type { CustomFieldRow } from './field-config.repo.ts';

type Fields = Omit<CustomFieldRow, 'id' | 'type'>;

/** What a field of this type needs is there, and nothing of another type: options of a choice, the currency of a price, the format of dates and times. */
export function checkedField(type: VariableType, fields: Fields): Fields {
  const wants = VariableType.row(type).options;
  const options =
    wants === 'choice'
      ? fields.options.filter(
          (option, index) =>
            fields.options.findIndex((other) => other.toLowerCase() === option.toLowerCase()) === index,
        )
      : [];
  if (wants === 'choice' && options.length === 0) throw new Failure('invalidInput', 'a choice needs options');
  if (wants === 'currency' && fields.currency === null) throw new Failure('invalidInput', 'a price needs a currency');
  return {
    ...fields,
    options,
    currency: wants === 'currency' ? fields.currency : null,
    format: wants === 'date' || wants === 'time' ? formatOf(wants, fields.format) : '',
  };
}

function formatOf(wants: 'date' | 'time', given: string): string {
  const table = wants === 'date' ? DateFormat : TimeFormat;
  const format = given === '' ? String(wants === 'date' ? DateFormat.yearFirst : TimeFormat.hours24) : given;
  if (!table.rows.some(({ code }) => String(code) === format)) throw new Failure('invalidInput', 'format');
  return format;
}
