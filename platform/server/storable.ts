/** False for data with text that no database and no file can keep: with a NUL, or with half a character. */
export function isStorable(data: unknown): boolean {
  const waiting = [data];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string' && (next.includes('\0') || !next.isWellFormed())) return false;
    if (typeof next === 'object' && next !== null) for (const [key, value] of Object.entries(next)) waiting.push(key, value);
  }
  return true;
}
