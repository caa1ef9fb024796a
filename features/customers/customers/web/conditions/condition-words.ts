import type { Condition, ConditionTree } from '#core/customer/condition.ts';
import { text } from '#platform/web/i18n.ts';
import type { Format } from '#platform/web/format.ts';
import { valuesWanted, type AskedField } from './field-kinds.ts';

interface Wording {
  fields: readonly AskedField[];
  format: Format;
}

/** Conditions as a sentence in the reader's language; groups inside stand in brackets. */
export function conditionWords(tree: ConditionTree, wording: Wording, isInside = false): string {
  const parts = tree.items
    .map((item) => ('join' in item ? conditionWords(item, wording, true) : oneCondition(item, wording)))
    .filter((part) => part !== '');
  const joined = parts.join(text(tree.join === 'and' ? 'customers.condition.and' : 'customers.condition.or'));
  return isInside && parts.length > 1 ? `(${joined})` : joined;
}

function oneCondition({ field: name, operator, values }: Condition, { fields, format }: Wording): string {
  const field = fields.find((one) => one.name === name);
  const label = field?.label ?? text('customers.field.custom');
  if (field?.kind === 'flag')
    return text(values[0] === true ? 'customers.condition.flagOn' : 'customers.condition.flagOff', { field: label });
  const written = (value: Condition['values'][number]): string => {
    if (field?.kind === 'moment' && operator !== 'inLastDays' && typeof value === 'string')
      return field.isDay ? value : format.date(value.length > 10 ? value : `${value} 00:00:00`);
    return (
      field?.choices.find((one) => one.value === String(value))?.label ??
      (typeof value === 'number' ? format.number(value) : `“${String(value)}”`)
    );
  };
  const filled = {
    field: label,
    value:
      valuesWanted(operator) === null
        ? format.list(values.map(written))
        : values[0] === undefined
          ? ''
          : written(values[0]),
    second: values[1] === undefined ? '' : written(values[1]),
    days: Number(values[0] ?? 0),
  };
  const isTime = field?.kind === 'moment' && (operator === 'moreThan' || operator === 'lessThan');
  return isTime
    ? text(operator === 'moreThan' ? 'customers.condition.after' : 'customers.condition.before', filled)
    : text(`customers.condition.${operator}`, filled);
}
