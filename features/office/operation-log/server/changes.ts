import type { ChangedField } from '../contract.ts';

const DEEPEST = 4;

/**
 * What differs between before and after, one line per field: `seats.voice`. Things that are new have no `before`,
 * things that are gone no `after`; what stayed the same is left out. Values are JSON texts.
 */
export function changedFields(change: { before?: unknown; after?: unknown } | null): ChangedField[] {
  if (!change) return [];
  return fieldsOf('', change.before, change.after, DEEPEST);
}

function fieldsOf(path: string, before: unknown, after: unknown, depth: number): ChangedField[] {
  if (json(before) === json(after)) return [];
  const either = [before, after].filter((side) => side !== undefined && side !== null);
  if (depth === 0 || either.length === 0 || !either.every(isObject))
    return [{ field: path, before: json(before), after: json(after) }];
  const keys = new Set(either.flatMap((side) => Object.keys(side as object)));
  return [...keys].flatMap((key) =>
    fieldsOf(path ? `${path}.${key}` : key, (before as Thing)?.[key], (after as Thing)?.[key], depth - 1),
  );
}

type Thing = Record<string, unknown> | null | undefined;

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

const json = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value));

/**
 * Numbers and addresses of customers, for readers whose role asks for masking. Addresses are sought from the start of a
 * word on: a long text without spaces would else be searched again from each of its letters.
 */
export const masked = (text: string): string =>
  text
    .replace(/(?<![^\s"@])[^\s"@]+@[^\s"@]+/g, '***')
    .replace(/\+?\d[\d -]{4,}\d/g, (digits) => `${'*'.repeat(digits.length - 2)}${digits.slice(-2)}`);
