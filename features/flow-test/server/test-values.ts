import type { Flow, Value, Values } from '#core/flow/flow.ts';
import { VariableType } from '#shared/codes/variable-type.ts';

/** What a tester brings along, by the flow's own definitions; a number that is none stays as it was typed. */
export const values = ({ variables }: Flow, params: readonly { key: string; value: string }[]): Values =>
  Object.fromEntries(params.filter(({ key }) => /^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(key)).map(({ key, value }): [string, Value] => {
    const type = variables.find(({ attrKey }) => attrKey === key)?.valueType;
    const isNumber = (type === VariableType.number || type === VariableType.price) && value.trim() !== '' && Number.isFinite(Number(value));
    return [key, isNumber ? Number(value) : value];
  }));
