/** How one value of a change is shown. */
type Shown =
  | { as: 'nothing' }
  | { as: 'yes' }
  | { as: 'no' }
  | { as: 'moment'; moment: string }
  | { as: 'text'; text: string }
  | { as: 'list'; items: string[] }
  | { as: 'code'; text: string };

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** A value of a change, as JSON from the server, in the form that reads best. */
export function shownValue(json: string | null): Shown {
  if (json === null) return { as: 'nothing' };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // Masking may cut through a figure.
    return { as: 'text', text: json };
  }
  if (value === null || value === '') return { as: 'nothing' };
  if (typeof value === 'boolean') return { as: value ? 'yes' : 'no' };
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value))
    return { as: 'moment', moment: value };
  if (isPlain(value)) return { as: 'text', text: String(value) };
  if (Array.isArray(value) && value.every(isPlain))
    return value.length > 0 ? { as: 'list', items: value.map(String) } : { as: 'nothing' };
  return { as: 'code', text: JSON.stringify(value, null, 2) };
}

/** `needDesensitize` of `seats` as words: `seats › need desensitize`. */
export const fieldWords = (field: string): string =>
  field
    .split('.')
    .map((part) =>
      part
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .replaceAll('_', ' ')
        .toLowerCase(),
    )
    .join(' › ');
