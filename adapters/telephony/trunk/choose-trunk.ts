import type { NumberClaim } from '#core/trunk/trunks.port.ts';
import type { TrunkAddressee } from './trunk-of.ts';

/**
 * Of trunks that share a carrier, the one that a call is for. Rules:
 * 1. Each reads the number dialled its own way, and so several teams may take it for one of theirs. It is the team's that had
 *    number and trunk first: whoever comes later and rewrites numbers draws nobody's calls.
 * 2. Of that team's trunks the first; the order is that of whom the host names.
 * 3. Where nobody has the number, the first that cannot say; else the first of all, to refuse it.
 */
export async function chooseTrunk<T extends TrunkAddressee>(trunks: readonly T[], dialled: string): Promise<T> {
  const asked = await Promise.all(
    trunks.map(async (trunk) => ({ trunk, claim: (await trunk.claimOf?.(dialled)) ?? null })),
  );
  const claims = asked.flatMap(({ claim }) => (claim ? [claim] : []));
  const first = firstOf(claims);
  const ours = first && asked.find(({ claim }) => claim && claim.tenantId === first.tenantId);
  return (ours ?? asked.find(({ claim }) => claim === null) ?? asked[0]!).trunk;
}

const firstOf = (claims: readonly NumberClaim[]): NumberClaim | null =>
  claims.reduce<NumberClaim | null>((first, claim) => (first && first.sinceMs <= claim.sinceMs ? first : claim), null);
