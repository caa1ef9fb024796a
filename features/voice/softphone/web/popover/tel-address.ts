/** Where a browser opens `tel:` links that it hands to us; `%s` is the link. */
export const TEL_ADDRESS = '/home?tel=%s';

/** The link an address holds, and the address without it; null for any other. */
export function telIn(address: string): { link: string; rest: string } | null {
  const url = new URL(address);
  const link = url.searchParams.get('tel');
  if (link === null) return null;
  url.searchParams.delete('tel');
  return { link, rest: url.href };
}
