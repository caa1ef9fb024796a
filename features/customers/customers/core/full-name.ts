const EAST_ASIAN = /^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\s]+$/;

/** What somebody is called when only the parts of the name are known: in scripts without spaces the family name comes first. */
export function joinedName(first: string, last: string): string {
  const parts = [first.trim(), last.trim()].filter((part) => part !== '');
  if (parts.length < 2) return parts[0] ?? '';
  return parts.every((part) => EAST_ASIAN.test(part)) ? `${last.trim()}${first.trim()}` : parts.join(' ');
}
