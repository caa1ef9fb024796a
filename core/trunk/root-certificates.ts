const BLOCK = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;
const KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

const ROOTS_MOST = 5;

/** The certificates in a text of PEM, each for itself. */
export const rootsIn = (text: string): string[] => text.match(BLOCK) ?? [];

/** Why a text is no list of certificates; null where it is one, or empty. */
export function whyNoRoots(text: string): 'key' | 'text' | 'tooMany' | null {
  if (KEY.test(text)) return 'key';
  if (text.replace(BLOCK, '').trim() !== '') return 'text';
  return rootsIn(text).length > ROOTS_MOST ? 'tooMany' : null;
}
