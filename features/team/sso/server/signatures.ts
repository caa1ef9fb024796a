import { verify, X509Certificate } from 'node:crypto';
import { createRequire } from 'node:module';
import { refused } from './refusal.ts';
import {
  attribute,
  children,
  childrenNamed,
  everything,
  isNamed,
  onlyChild,
  parseStrict,
  type XmlElement,
} from './strict-xml.ts';

// The library's own way of proving a signature; its types would bring the browser's into the server. Loaded where a company signs in.
const library = () =>
  createRequire(import.meta.url)('@node-saml/node-saml/lib/xml.js') as {
    getVerifiedXml(xml: string, element: XmlElement, certificates: readonly string[]): string | null;
  };

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const digests = new Set(['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']);
/** By the name in a message; SHA-1 and everything older is not among them. */
const methods = new Map([
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', 'sha512'],
]);

/**
 * Looks at the signatures of a message before anything is computed. Rules, each against a way to have one part checked
 * and another read:
 * 1. No id stands twice.
 * 2. A signature stands directly in one of the places given, at most once in each.
 * 3. It refers to the element it stands in, and to nothing else.
 * 4. It is made in the one usual way, over the whole element, with SHA-256 or better; it carries no content of its own.
 */
export function checkSignatures(root: XmlElement, places: readonly XmlElement[]): void {
  const all = everything(root);
  const ids = all.flatMap((element) => ['ID', 'Id', 'id'].flatMap((name) => attribute(element, name) ?? []));
  if (new Set(ids).size !== ids.length) refused('malformed');
  const signatures = all.filter((element) => element.localName === 'Signature');
  if (
    signatures.some(
      (signature) =>
        !isNamed(signature, 'signature', 'Signature') || !places.includes(signature.parentNode as XmlElement),
    )
  )
    refused('signature');
  for (const place of places) {
    const [signature, ...more] = signatureOf(place);
    if (more.length > 0) refused('signature');
    if (signature) checkOne(place, signature);
  }
}

/** The element of a message as it was signed, read from the very bytes that were proven; null where they are not. Its shape was checked before. */
export function provenCopy(xml: string, element: XmlElement, certificates: readonly string[]): XmlElement | null {
  const { getVerifiedXml } = library();
  try {
    const proven = getVerifiedXml(xml, element, certificates);
    return proven === null ? null : parseStrict(proven);
  } catch {
    return null;
  }
}

export const signatureOf = (element: XmlElement): XmlElement[] => childrenNamed(element, 'signature', 'Signature');

function checkOne(place: XmlElement, signature: XmlElement): void {
  if (
    everything(signature).some(
      (element) => isNamed(element, 'signature', 'Object') || isNamed(element, 'signature', 'Manifest'),
    )
  )
    refused('signature');
  const info = onlyChild(signature, 'signature', 'SignedInfo');
  const reference = onlyChild(info, 'signature', 'Reference');
  const id = attribute(place, 'ID');
  if (!id || attribute(reference, 'URI') !== `#${id}`) refused('signature');
  const transforms = children(onlyChild(reference, 'signature', 'Transforms')).map((transform) =>
    attribute(transform, 'Algorithm'),
  );
  if (
    transforms.length !== 2 ||
    transforms[0] !== ENVELOPED ||
    transforms[1] !== EXCLUSIVE ||
    algorithm(info, 'CanonicalizationMethod') !== EXCLUSIVE
  )
    refused('signature');
  if (
    !methods.has(algorithm(info, 'SignatureMethod') ?? '') ||
    !digests.has(algorithm(reference, 'DigestMethod') ?? '')
  )
    refused('algorithm');
}

const algorithm = (element: XmlElement, name: string): string | null =>
  attribute(onlyChild(element, 'signature', name), 'Algorithm');

/**
 * The message of an address (HTTP redirect binding), once its signature is proven over the very letters of the query.
 * A name that stands twice is refused: nobody shall prove one and have the other read.
 */
export function provenQuery(
  query: string,
  name: 'SAMLRequest' | 'SAMLResponse',
  certificates: readonly string[],
): string {
  const parts = query.split('&').map((part) => [part.split('=', 1)[0]!, part.slice(part.indexOf('=') + 1)] as const);
  const raw = (wanted: string): string | null => {
    const found = parts.filter(([key]) => decoded(key) === wanted);
    if (found.length > 1) refused('malformed');
    return found[0]?.[1] ?? null;
  };
  const [message, relayState, algorithmName, signature] = [
    raw(name),
    raw('RelayState'),
    raw('SigAlg'),
    raw('Signature'),
  ];
  if (message === null || algorithmName === null || signature === null) refused('unsigned');
  const hash = methods.get(decoded(algorithmName)) ?? refused('algorithm');
  const signed = Buffer.from(
    `${name}=${message}${relayState === null ? '' : `&RelayState=${relayState}`}&SigAlg=${algorithmName}`,
  );
  const proof = Buffer.from(decoded(signature), 'base64');
  if (!certificates.some((pem) => verify(hash, signed, new X509Certificate(pem).publicKey, proof)))
    refused('signature');
  return decoded(message);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return refused('malformed');
  }
}
