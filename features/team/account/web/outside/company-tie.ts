import { COMPANY_CODE, COMPANY_VERIFIER } from '#shared/company-sign-in.ts';

/** The company's answer, for the tab that asked. */
export interface Arrival {
  code: string;
  verifier: string;
}

/**
 * Ties an answer of the company to this tab: what the tab keeps must be shown with the code. Answers the half that may
 * be seen on the way. Without TLS browsers compute no hashes, and the way can be read anyhow.
 */
export async function newTie(): Promise<string> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  sessionStorage.setItem(COMPANY_VERIFIER, verifier);
  const { subtle } = crypto as Partial<Crypto>;
  return subtle
    ? base64url(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
    : `plain.${verifier}`;
}

/** The code that `acs` left for this tab, once. */
export function takeArrival(): Arrival | null {
  const [code, verifier] = [sessionStorage.getItem(COMPANY_CODE), sessionStorage.getItem(COMPANY_VERIFIER)];
  if (code === null) return null;
  sessionStorage.removeItem(COMPANY_CODE);
  sessionStorage.removeItem(COMPANY_VERIFIER);
  // Somebody else's answer has no verifier here; the server then says what to do.
  return { code, verifier: verifier ?? 'begun in another tab' };
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
