import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { ssoApi } from '../contract.ts';
import { decryptionKeysOf } from './decryption-keys.ts';
import { addressesOf, keyOf, metadataOf } from './service-provider.ts';
import { companyNamed } from './sso.repo.ts';

/** What a tenant signs with, and what companies may encrypt for. */
export const keysOf = ({ db, clock }: Pick<World, 'clock' | 'db'>, tenantId: number) =>
  db.everyTenant('a key is out of reach of requests', async (tx) => ({
    signing: await keyOf(db, tx, tenantId),
    decrypting: await decryptionKeysOf(db, tx, tenantId, clock.nowMs()),
  }));

/** Our metadata, for providers that fetch them. */
export function metadataHandlers(
  world: Pick<World, 'clock' | 'db' | 'publicUrl'>,
): Pick<Handlers<typeof ssoApi>, 'metadata'> {
  const { db, publicUrl } = world;
  return {
    async metadata(_visitor, { domain }) {
      const company = await db.everyTenant('a domain alone does not tell the tenant', (tx) => companyNamed(tx, domain));
      if (!company) throw new Failure('ssoUnknownDomain');
      const { signing, decrypting } = await keysOf(world, company.tenantId);
      const body = Buffer.from(metadataOf(addressesOf(publicUrl, company.companyDomain), signing, decrypting));
      return {
        name: 'openseat-metadata.xml',
        mediaType: 'application/samlmetadata+xml',
        body,
        bytes: body.length,
        inline: true,
      };
    },
  };
}
