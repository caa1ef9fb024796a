const GOOGLE = 'https://accounts.google.com';

/**
 * Whether somebody belongs to the company, as far as `hd` says it: the organisation that holds an account at Google. Anybody
 * can open an account there with an address of ours that nobody of the company manages, and such a one has no `hd`.
 */
export function isHostedHere(issuer: string, hd: readonly string[] | undefined, domains: readonly string[]): boolean {
  if (hd === undefined) return issuer !== GOOGLE;
  return hd.every((domain) => domains.includes(domain.toLowerCase()));
}
