import { fromWire } from '../core/wire-value.ts';
import type { Flow, Value, Values } from '#core/flow/flow.ts';

/** What a tester brings along, by the flow's own definitions; what a definition cannot read stays as it was typed. */
export const values = ({ variables }: Flow, params: readonly { key: string; value: string }[]): Values =>
  Object.fromEntries(
    params
      .filter(({ key }) => /^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(key))
      .map(({ key, value }): [string, Value] => {
        const variable = variables.find(({ attrKey }) => attrKey === key);
        return [key, variable ? fromWire(variable, value) : value];
      }),
  );
