import { VariableType } from '#shared/codes/variable-type.ts';
import { AttrKey, type Flow, type Value, type Values, type Variable } from '../flow.ts';

/** What a list or a program brings along, by the flow's own definitions: figures become numbers, anything else stays as it was written. */
export const writtenValues = (
  { variables }: Pick<Flow, 'variables'>,
  written: Readonly<Record<string, string>>,
): Values =>
  Object.fromEntries(
    Object.entries(written)
      .filter(([key, text]) => text.trim() !== '' && AttrKey.safeParse(key).success)
      .map(([key, text]): [string, Value] => [
        key,
        asKnown(
          variables.find(({ attrKey }) => attrKey === key),
          text,
        ),
      ]),
  );

function asKnown(variable: Variable | undefined, text: string): Value {
  const isNumber = variable?.valueType === VariableType.number || variable?.valueType === VariableType.price;
  const figure = isNumber ? Number(text.trim()) : Number.NaN;
  return Number.isFinite(figure) ? figure : text;
}
