import type { Values } from './flow.ts';

/** Puts values in place of `{{name}}`; one that is not known leaves nothing behind. */
export const fill = (text: string, values: Values): string =>
  text.replace(/\{\{\s*([A-Za-z][A-Za-z0-9_]{0,39})\s*\}\}/g, (_, key: string) => String(Object.hasOwn(values, key) ? values[key] : ''));
