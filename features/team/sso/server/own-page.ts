const US = 'https://us.invalid';
const MAX_LENGTH = 500;
/** Addresses of ours that are no pages to arrive at. */
const noPages = /^\/(admin|api|login|company)(\/|$)/;

/**
 * The page of ours a text names, or null. Strangers write it, so it is read as browsers read addresses: what they would
 * take for another site, or would have to mend first, is none.
 */
export function ownPage(text: string | undefined): string | null {
  if (!text?.startsWith('/') || text.length > MAX_LENGTH) return null;
  const url = URL.parse(text, US);
  if (url?.origin !== US || url.pathname + url.search + url.hash !== text) return null;
  return text.startsWith('//') || noPages.test(url.pathname) ? null : text;
}
