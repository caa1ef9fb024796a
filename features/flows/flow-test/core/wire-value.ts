import { DateFormat } from '#shared/codes/date-format.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import type { Value, Variable } from '#core/flow/flow.ts';
import { readTime } from '#core/flow/values/read-time.ts';
import { writeValue } from '#core/flow/values/write-value.ts';

/** What decides how a value of a test is written. */
export type WireVariable = Pick<Variable, 'valueType' | 'valueFormat'>;

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::(\d{2}))?)?$/;
const MIDNIGHT = '00:00:00';

/**
 * A value as the start command carries it (specification P3): 9 by the clock of its format, 6 always as a date with its time,
 * `YYYY-MM-DD HH:mm:ss`. Empty where there is nothing to send.
 */
export function toWire({ valueType, valueFormat }: WireVariable, value: string): string {
  if (valueType === VariableType.time) return writeValue({ valueType, valueFormat }, value, 'en', 'written');
  if (valueType !== VariableType.date) return value;
  const [day = '', time = ''] = value.split(' ');
  return day === '' ? '' : `${day} ${`${time}${MIDNIGHT.slice(time.length)}`}`;
}

/** Everything given, as the wire carries it. */
export const wireParams = (
  params: Readonly<Record<string, string>>,
  variables: readonly (WireVariable & { attrKey: string })[],
): { key: string; value: string }[] =>
  Object.entries(params)
    .map(([key, value]) => {
      const variable = variables.find(({ attrKey }) => attrKey === key);
      return { key, value: value !== '' && variable ? toWire(variable, value) : value };
    })
    .filter(({ value }) => value !== '');

/** Everything given, as the flow knows it. */
export const knownParams = (
  params: Readonly<Record<string, string>>,
  variables: readonly (WireVariable & { attrKey: string })[],
): Record<string, string> =>
  Object.fromEntries(
    wireParams(params, variables).map(({ key, value }) => {
      const variable = variables.find(({ attrKey }) => attrKey === key);
      return [key, variable ? String(fromWire(variable, value)) : value];
    }),
  );

/**
 * The value flows know for what the wire carried: a time as `HH:mm`, whichever clock it was written by; a date with its time where
 * its format has one or the time is not midnight, else the day alone. What cannot be read stays as it was typed.
 */
export function fromWire({ valueType, valueFormat }: WireVariable, typed: string): Value {
  const text = typed.trim();
  switch (valueType) {
    case VariableType.number:
    case VariableType.price:
      return text !== '' && Number.isFinite(Number(text)) ? Number(text) : typed;
    case VariableType.time:
      return readTime(text, 'en') ?? typed;
    case VariableType.date: {
      const [, day, minutes = '00:00', seconds = '00'] = MOMENT.exec(text) ?? [];
      const time = `${minutes}:${seconds}`;
      if (day === undefined) return typed;
      return valueFormat === DateFormat.dateTime || time !== MIDNIGHT ? `${day} ${time}` : day;
    }
    default:
      return typed;
  }
}
