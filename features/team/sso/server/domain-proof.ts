import { createHmac } from 'node:crypto';
import { openTenantSecrets } from '#features/team/agents/server/index.ts';
import type { World } from '#platform/server/world.ts';
import type { DomainProof } from '../contract.ts';

/*
 * Who has an address in a domain works there, or once did; whose domain it is shows who can write into its DNS. The record
 * is another one for every team and domain, so that nobody gains by reading it.
 */

const HOST = '_openseat';
const MARK = 'openseat-verification=';
const LETTERS = 32;

type ProofWorld = Pick<World, 'db' | 'demo' | 'textRecords'>;

/** Asks for and looks up proofs that a domain belongs to a tenant. The demo's domains exist nowhere, so it asks for none. */
export function openDomainProofs({ db, demo, textRecords }: ProofWorld) {
  const secrets = openTenantSecrets(db);

  async function recordFor(tenantId: number, domain: string): Promise<Pick<DomainProof, 'name' | 'value'>> {
    const key = await secrets.derive(tenantId, 'domain proof');
    return {
      name: `${HOST}.${domain}`,
      value: MARK + createHmac('sha256', key).update(domain).digest('base64url').slice(0, LETTERS),
    };
  }

  return {
    /** What to write into the DNS of these domains; those `inUse` were proven before. */
    wanted: (tenantId: number, domains: readonly string[], inUse: readonly string[]): Promise<DomainProof[]> =>
      Promise.all(
        domains.map(async (domain) => ({
          domain,
          ...(await recordFor(tenantId, domain)),
          proven: demo || inUse.includes(domain),
        })),
      ),

    /** Those whose DNS does not say that they are this tenant's. */
    async missing(tenantId: number, domains: readonly string[]): Promise<string[]> {
      if (demo) return [];
      const looked = await Promise.all(
        domains.map(async (domain) => {
          const { name, value } = await recordFor(tenantId, domain);
          return (await textRecords(name)).some((text) => text.trim() === value) ? [] : [domain];
        }),
      );
      return looked.flat();
    },
  };
}
