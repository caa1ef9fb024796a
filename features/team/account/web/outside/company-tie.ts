import { COMPANY_CODE, COMPANY_VERIFIER } from '#shared/company-sign-in.ts';

/** The company's answer, for the tab that asked. */
export interface CompanyAnswer {
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

/** The code that `acs` left for this tab. Asked while a page is drawn, which may come to nothing and be done again: it stays until `forgetArrival`. */
export function arrived(): CompanyAnswer | null {
  const code = sessionStorage.getItem(COMPANY_CODE);
  if (code === null) return null;
  // Somebody else's answer has no verifier here; the server then says what to do.
  return { code, verifier: sessionStorage.getItem(COMPANY_VERIFIER) ?? 'begun in another tab' };
}

/** A code is good once: whoever loads the page anew begins again. */
export function forgetArrival(): void {
  for (const kept of [COMPANY_CODE, COMPANY_VERIFIER]) sessionStorage.removeItem(kept);
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
