import { X509Certificate } from 'node:crypto';
import { Failure } from '#shared/errors.ts';
import type { SsoProtocol } from '../contract.ts';
import { SsoRefused } from './refusal.ts';
import { attribute, childrenNamed, everything, isNamed, parseStrict, textOf, type XmlElement } from './strict-xml.ts';

/** What an identity provider says about itself. */
export interface IdentityProvider {
  protocol: SsoProtocol;
  /** OpenID Connect's issuer. */
  idpEntityId: string;
  signInUrl: string;
  logoutUrl: string | null;
  /** Where answers to its logout requests go. */
  logoutResponseUrl: string | null;
  /** In PEM form; OpenID Connect's keys are read at every sign-in. */
  certificates: string[];
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const MIN_KEY_BITS = 2_048;
const MAX_CERTIFICATES = 10;

/** Reads a provider's metadata. Throws `ssoMetadataInvalid` with what is missing. */
export function readIdpMetadata(xml: string): IdentityProvider {
  const provider = onlyProvider(root(xml));
  const entity = provider.parentNode as XmlElement;
  const idpEntityId = attribute(entity, 'entityID') ?? '';
  if (idpEntityId === '' || idpEntityId.length > 1_024) invalid('entityID');
  const signIn = placeOf(provider, 'SingleSignOnService');
  if (!signIn) invalid('SingleSignOnService HTTP-Redirect');
  const logout = placeOf(provider, 'SingleLogoutService');
  return {
    protocol: 'saml',
    idpEntityId,
    signInUrl: signIn.location,
    logoutUrl: logout?.location ?? null,
    logoutResponseUrl: logout?.response ?? null,
    certificates: certificatesOf(provider),
  };
}

function root(xml: string): XmlElement {
  try {
    return parseStrict(xml, { comments: true });
  } catch (thrown) {
    if (thrown instanceof SsoRefused) return invalid('XML');
    throw thrown;
  }
}

function onlyProvider(from: XmlElement): XmlElement {
  const found = everything(from).filter(
    (element) =>
      isNamed(element, 'metadata', 'IDPSSODescriptor') &&
      isNamed(element.parentNode as XmlElement, 'metadata', 'EntityDescriptor'),
  );
  return found.length === 1 ? found[0]! : invalid(found.length === 0 ? 'IDPSSODescriptor' : 'several IDPSSODescriptor');
}

function placeOf(provider: XmlElement, service: string): { location: string; response: string } | null {
  const found = childrenNamed(provider, 'metadata', service).find(
    (element) => attribute(element, 'Binding') === REDIRECT,
  );
  if (!found) return null;
  const location = attribute(found, 'Location') ?? '';
  const response = attribute(found, 'ResponseLocation') ?? location;
  if (![location, response].every(isWebAddress)) invalid(`${service} Location`);
  return { location, response };
}

/** People type their password there: https, or this very machine. */
export const isWebAddress = (text: string): boolean =>
  text.length <= 2_000 && (URL.parse(text)?.protocol === 'https:' || isThisMachine(text));

/** Nobody listens on the way there, so it may do without TLS. */
export function isThisMachine(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
}

function certificatesOf(provider: XmlElement): string[] {
  const keys = childrenNamed(provider, 'metadata', 'KeyDescriptor').filter(
    (key) => (attribute(key, 'use') ?? 'signing') === 'signing',
  );
  const texts = keys.flatMap((key) =>
    everything(key)
      .filter((element) => isNamed(element, 'signature', 'X509Certificate'))
      .map((element) => textOf(element).replace(/\s/g, '')),
  );
  const pems = [...new Set(texts)].map(asPem);
  if (pems.length === 0 || pems.length > MAX_CERTIFICATES) invalid('X509Certificate');
  return pems;
}

function asPem(base64: string): string {
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'));
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
    if (asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_KEY_BITS)
      return certificate.toString();
  } catch {
    // Told below, like a key that is too weak.
  }
  return invalid(`X509Certificate RSA ≥ ${MIN_KEY_BITS}`);
}

function invalid(what: string): never {
  throw new Failure('ssoMetadataInvalid', what);
}
