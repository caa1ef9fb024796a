/** False for data with text that no database and no file can keep: with a NUL, or with half a character. */
export function isStorable(data: unknown): boolean {
  if (typeof data === 'string') return !data.includes('\0') && data.isWellFormed();
  if (typeof data !== 'object' || data === null) return true;
  if (Array.isArray(data)) return data.every(isStorable);
  for (const key in data) if (!isStorable(key) || !isStorable((data as Record<string, unknown>)[key])) return false;
  return true;
}

/** What JSON writes for either; also where somebody typed it out, which costs them a second look. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/;

/** JSON that a database can keep: from texts of strangers, what `isStorable` refuses is left out. */
export function storableJson(data: unknown): string {
  const text = JSON.stringify(data);
  if (!UNSTORABLE.test(text)) return text;
  return JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );
}
