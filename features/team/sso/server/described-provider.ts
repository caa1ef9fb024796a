import { OutsideFailure } from '#core/http/outside-fetch.port.ts';
import type { Db } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { METADATA_MAX, type SsoSettings } from '../contract.ts';
import { readIdpMetadata, type IdentityProvider } from './idp-metadata.ts';
import { readIssuer } from './openid.ts';
import { sealKey } from './sealed-keys.ts';
import type { Company } from './sso.repo.ts';

/** One of the ways to say which provider; none keeps the one there is. */
interface ProviderDescription {
  metadata?: string | undefined;
  metadataUrl?: string | undefined;
  issuer?: string | undefined;
}

/** The provider a file, an address or an issuer describes; null when none is given. */
export async function describedBy(
  world: Pick<World, 'outside'>,
  { metadata, metadataUrl, issuer }: ProviderDescription,
): Promise<IdentityProvider | null> {
  if (metadata) return readIdpMetadata(metadata);
  if (issuer) return readIssuer(world, issuer);
  return metadataUrl ? readIdpMetadata(await fetchMetadata(world, metadataUrl)) : null;
}

/** Reads a description on the Internet. Throws `ssoMetadataUnreachable`. */
export async function fetchMetadata({ outside }: Pick<World, 'outside'>, url: string): Promise<string> {
  try {
    const { status, body } = await outside({
      url,
      httpsOnly: true,
      maxBytes: METADATA_MAX,
      headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' },
    });
    if (status === 200) return new TextDecoder().decode(body);
    throw new Failure('ssoMetadataUnreachable', String(status));
  } catch (thrown) {
    throw thrown instanceof OutsideFailure ? new Failure('ssoMetadataUnreachable', thrown.reason) : thrown;
  }
}

/** Where a description is read again; a file and an issuer have no such place. */
export const addressKept = (
  { metadata, metadataUrl, issuer }: ProviderDescription,
  before: Pick<Company, 'metadataUrl'> | null,
): string | null => (metadata || issuer ? null : ((metadataUrl || before?.metadataUrl) ?? null));

type ClientSettings = Pick<Company, 'clientId' | 'clientSecret' | 'scope'>;

/** How we show ourselves to the provider, as it is kept; SAML needs none of it. Throws `ssoClientMissing`. */
export function clientKept(
  { keys }: Pick<Db, 'keys'>,
  tenantId: number,
  { protocol, idpEntityId }: IdentityProvider,
  { clientId, scope, clientSecret }: Pick<SsoSettings, 'clientId' | 'scope'> & { clientSecret?: string | undefined },
  before: Company | null,
): ClientSettings {
  if (protocol === 'saml') return { clientId: '', clientSecret: null, scope: '' };
  // A secret that was meant for one provider is never shown to another.
  const known = before?.idpEntityId === idpEntityId ? before.clientSecret : null;
  const kept = clientSecret ? sealKey(keys, tenantId, clientSecret, 'client secret') : known;
  if (clientId === '' || kept === null) throw new Failure('ssoClientMissing');
  return { clientId, clientSecret: kept, scope };
}
