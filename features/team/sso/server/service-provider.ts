import { createRequire } from 'node:module';
import { escape } from 'node:querystring';
import type { SAML } from '@node-saml/node-saml';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/server/db/db.ts';
import type { SelfSigned } from '#platform/server/self-signed.ts';
import type { IdentityProvider } from './idp-metadata.ts';
import { newKeyPair } from './key-pair.ts';
import { encryptionMethods } from './sealed-assertion.ts';
import { openKey, sealKey } from './sealed-keys.ts';

/** Our addresses for the company of a domain. */
export function addressesOf(publicUrl: string, domain: string) {
  const base = `${publicUrl}/admin/saas_plat/sso/${domain}`;
  return {
    entityId: `${base}/metadata`,
    acsUrl: `${base}/acs`,
    sloUrl: `${base}/slo`,
    redirectUrl: `${base}/openid`,
  };
}
export type Addresses = ReturnType<typeof addressesOf>;

/** The key a tenant signs with; made when it is first asked for, and kept sealed. */
export async function keyOf({ keys }: Pick<Db, 'keys'>, tx: Tx, tenantId: number): Promise<SelfSigned> {
  const read = async () =>
    (
      await sql<{
        cert: string;
        key: string;
      }>`select certificate cert, private_key key from sso_key where tenant_id = ${tenantId}`.execute(tx.as())
    ).rows[0];
  const opened = ({ cert, key }: SelfSigned): SelfSigned => ({ cert, key: openKey(keys, tenantId, key) });
  const there = await read();
  if (there) return opened(there);
  const made = await newKeyPair();
  await sql`insert into sso_key (tenant_id, private_key, certificate) values (${tenantId}, ${sealKey(keys, tenantId, made.key)}, ${made.cert}) on conflict do nothing`.execute(
    tx.as(),
  );
  return opened((await read())!);
}

/** The library's view of one company. Times, audience, recipient and the like are checked by `assertion.ts`, by our clock. */
export function samlOf(
  { entityId, acsUrl }: Addresses,
  { signInUrl, certificates, logoutUrl }: Pick<IdentityProvider, 'signInUrl' | 'certificates' | 'logoutUrl'>,
  key: SelfSigned,
  messageId?: string,
): SAML {
  // Loaded where a company signs in.
  const library = createRequire(import.meta.url)('@node-saml/node-saml') as { SAML: typeof SAML };
  return new library.SAML({
    issuer: entityId,
    callbackUrl: acsUrl,
    entryPoint: signInUrl,
    logoutUrl: logoutUrl ?? signInUrl,
    idpCert: certificates,
    privateKey: key.key,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    audience: false,
    acceptedClockSkewMs: -1,
    // What was asked is kept in the database; a process of its own would forget it.
    cacheProvider: { saveAsync: async () => null, getAsync: async () => null, removeAsync: async () => null },
    ...(messageId ? { generateUniqueId: () => messageId } : {}),
  });
}

/** The library signs the query in one spelling and writes it in another; a strict provider wants what was signed. */
export function asSigned(address: string): string {
  const url = new URL(address);
  return `${url.origin}${url.pathname}?${[...url.searchParams].map(([name, value]) => `${escape(name)}=${escape(value)}`).join('&')}`;
}

type Certificate = Pick<SelfSigned, 'cert'>;

/** Our metadata: what we sign with, and what may be encrypted for, the pair in use first. */
export function metadataOf(
  { entityId, acsUrl, sloUrl }: Addresses,
  signing: Certificate,
  decrypting: readonly Certificate[],
): string {
  const logout = (binding: string): string =>
    `    <SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${escaped(sloUrl)}"/>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escaped(entityId)}">`,
    '  <SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">',
    keyDescriptor('signing', signing),
    ...decrypting.map((each) => keyDescriptor('encryption', each, encryptionMethods)),
    logout('HTTP-Redirect'),
    logout('HTTP-POST'),
    '    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>',
    `    <AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escaped(acsUrl)}" index="0" isDefault="true"/>`,
    '  </SPSSODescriptor>',
    '</EntityDescriptor>',
    '',
  ].join('\n');
}

function keyDescriptor(use: string, { cert }: Certificate, methods: readonly string[] = []): string {
  const certificate = cert.replace(/-----[A-Z ]+-----|\s/g, '');
  const ways = methods.map((method) => `<EncryptionMethod Algorithm="${method}"/>`).join('');
  return `    <KeyDescriptor use="${use}"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo>${ways}</KeyDescriptor>`;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
