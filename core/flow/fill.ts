import type { Value, Values } from './flow.ts';

const PLACE = /\{\{\s*([A-Za-z][A-Za-z0-9_]{0,39})\s*\}\}/g;

/** Puts values in place of `{{name}}`, each written by `as`; one that is not known leaves nothing behind. */
export const fill = (
  text: string,
  values: Values,
  as: (key: string, value: Value) => string = (_, value) => String(value),
): string => text.replace(PLACE, (_, key: string) => (Object.hasOwn(values, key) ? as(key, values[key]!) : ''));

/** The names a text wants values for. */
export const namesIn = (text: string): string[] => [...text.matchAll(PLACE)].map(([, key]) => key!);
