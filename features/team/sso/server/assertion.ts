import type { SAML } from '@node-saml/node-saml';
import { decodeMessage } from './message-text.ts';
import { SsoRefused, refused } from './refusal.ts';
import { openAssertion, showsChanges } from './sealed-assertion.ts';
import type { Addresses } from './service-provider.ts';
import { checkSignatures, provenCopy, signatureOf } from './signatures.ts';
import {
  attribute,
  children,
  childrenNamed,
  everything,
  isNamed,
  ns,
  onlyChild,
  parseStrict,
  textOf,
  type XmlElement,
} from './strict-xml.ts';

/** What a company says about somebody, once all of it is proven. */
export interface CompanyClaims {
  nameId: string;
  nameIdFormat: string | null;
  sessionIndex: string | null;
  attributes: Record<string, string[]>;
  /** OpenID Connect: what the provider said, in its own letters. */
  idToken: string | null;
}

export interface Assertion extends CompanyClaims {
  id: string;
  /** The request it answers; null: nobody asked, the person began at the provider. */
  inResponseTo: string | null;
  expiresMs: number;
}

export interface Expected extends Addresses {
  idpEntityId: string;
  /** What it signs with. */
  certificates: readonly string[];
  nowMs: number;
  /** What an encrypted assertion may be encrypted for. */
  decryptionKeys: readonly string[];
  /** Whether a plain one is refused. */
  encryptedOnly: boolean;
}

/** Clocks of two companies are seldom the same. */
export const SKEW_MS = 60_000;
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/**
 * Reads the answer of an identity provider, or throws why it is refused. Rules:
 * 1. The message has one assertion, directly in the response, signed; see `signatures.ts` for what a signature may look
 *    like. One that is encrypted is opened first (`sealed-assertion.ts`) and must then be all that a plain one must be.
 * 2. Only what was signed is read: the bytes the library verified are parsed again.
 * 3. It is from the company we asked (issuer), for us (audience, recipient, destination), for now (times) and for one
 *    request or none. Whether request and assertion are new, and none will do, is asked by the caller.
 */
export async function readAnswer(saml: SAML, encoded: string, expected: Expected): Promise<Assertion> {
  const xml = decodeMessage(encoded);
  const response = parseStrict(xml);
  const inResponseTo = checkResponse(response, expected);
  const plain = inTheClear(xml, response, expected);
  checkShape(parseStrict(plain));
  const verified = await saml
    .validatePostResponseAsync({ SAMLResponse: Buffer.from(plain).toString('base64') })
    .catch(() => refused('signature'));
  const assertion = parseStrict(verified.profile?.getAssertionXml?.() ?? refused('signature'));
  const read = readAssertion(assertion, expected);
  if (inResponseTo !== null && inResponseTo !== read.inResponseTo) refused('unsolicited');
  return read;
}

/** Looks at the outer message, which may be unsigned; answers the request it claims to answer. */
function checkResponse(response: XmlElement, { acsUrl, idpEntityId }: Expected): string | null {
  if (!isNamed(response, 'protocol', 'Response') || attribute(response, 'Version') !== '2.0') refused('malformed');
  const destination = attribute(response, 'Destination');
  if (destination !== null && destination !== acsUrl) refused('destination');
  const issuers = childrenNamed(response, 'assertion', 'Issuer');
  if (issuers.length > 1 || issuers.some((issuer) => textOf(issuer) !== idpEntityId)) refused('issuer');
  const status = onlyChild(onlyChild(response, 'protocol', 'Status'), 'protocol', 'StatusCode');
  if (attribute(status, 'Value') !== SUCCESS) refused('status');
  return attribute(response, 'InResponseTo');
}

/** The response with an assertion everybody can read. What stood around an encrypted one was looked at already. */
function inTheClear(
  xml: string,
  response: XmlElement,
  { certificates, decryptionKeys, encryptedOnly }: Expected,
): string {
  const all = everything(response);
  const [sealed, ...more] = all.filter((element) => element.localName === 'EncryptedAssertion');
  if (!sealed) return encryptedOnly ? refused('unencrypted') : xml;
  if (more.length > 0 || all.some((element) => element.localName === 'Assertion')) refused('malformed');
  if (!isNamed(sealed, 'assertion', 'EncryptedAssertion') || sealed.parentNode !== response) refused('malformed');
  checkSignatures(response, [response]);
  const opens = showsChanges(sealed) ? sealed : sealedBySigner(xml, response, certificates);
  return `<samlp:Response xmlns:samlp="${ns.protocol}">${openAssertion(opens, decryptionKeys)}</samlp:Response>`;
}

/** The same encrypted assertion as the company signed it: nothing is decrypted before that is proven. A signature that is wrong is told as what is wrong inside. */
function sealedBySigner(xml: string, response: XmlElement, certificates: readonly string[]): XmlElement {
  if (signatureOf(response).length === 0) refused('encryption');
  const proven = provenCopy(xml, response, certificates) ?? refused('decryption');
  return onlyChild(proven, 'assertion', 'EncryptedAssertion');
}

/** Rule 1, before anything is computed. */
function checkShape(response: XmlElement): void {
  const all = everything(response);
  const assertions = all.filter((element) => element.localName === 'Assertion');
  const assertion = assertions[0];
  if (!assertion || assertions.length > 1 || all.some((element) => element.localName === 'EncryptedAssertion'))
    refused('malformed');
  if (!isNamed(assertion, 'assertion', 'Assertion') || assertion.parentNode !== response) refused('malformed');
  checkSignatures(response, [response, assertion]);
  if (signatureOf(assertion).length === 0) refused('unsigned');
}

function readAssertion(assertion: XmlElement, expected: Expected): Assertion {
  if (!isNamed(assertion, 'assertion', 'Assertion') || attribute(assertion, 'Version') !== '2.0') refused('malformed');
  if (textOf(onlyChild(assertion, 'assertion', 'Issuer')) !== expected.idpEntityId) refused('issuer');
  const conditions = onlyChild(assertion, 'assertion', 'Conditions');
  const expiresMs = checkTimes(conditions, expected.nowMs);
  checkAudience(conditions, expected.entityId);
  const subject = onlyChild(assertion, 'assertion', 'Subject');
  const nameId = onlyChild(subject, 'assertion', 'NameID');
  const name = textOf(nameId);
  if (name === '' || name.length > 1_000) refused('malformed');
  const statement = childrenNamed(assertion, 'assertion', 'AuthnStatement')[0] ?? refused('malformed');
  const sessionEnd = attribute(statement, 'SessionNotOnOrAfter');
  if (sessionEnd !== null && momentOf(sessionEnd) + SKEW_MS <= expected.nowMs) refused('late');
  return {
    id: attribute(assertion, 'ID') ?? refused('malformed'),
    inResponseTo: confirmedRequest(subject, expected),
    expiresMs,
    nameId: name,
    nameIdFormat: attribute(nameId, 'Format'),
    sessionIndex: attribute(statement, 'SessionIndex'),
    attributes: attributesOf(assertion),
    idToken: null,
  };
}

/** Of several confirmations one that holds is enough; the request is that of the one that does. */
function confirmedRequest(subject: XmlElement, { acsUrl, nowMs }: Expected): string | null {
  let problem = new SsoRefused('recipient');
  for (const confirmation of childrenNamed(subject, 'assertion', 'SubjectConfirmation').filter(
    (each) => attribute(each, 'Method') === BEARER,
  )) {
    try {
      const data = onlyChild(confirmation, 'assertion', 'SubjectConfirmationData');
      if (attribute(data, 'Recipient') !== acsUrl) refused('recipient');
      checkTimes(data, nowMs);
      return attribute(data, 'InResponseTo');
    } catch (thrown) {
      if (!(thrown instanceof SsoRefused)) throw thrown;
      problem = thrown;
    }
  }
  throw problem;
}

function checkTimes(element: XmlElement, nowMs: number): number {
  const [from, to] = [attribute(element, 'NotBefore'), attribute(element, 'NotOnOrAfter')];
  if (to === null) return refused('late');
  if (from !== null && momentOf(from) - SKEW_MS > nowMs) refused('early');
  const toMs = momentOf(to);
  return toMs + SKEW_MS <= nowMs ? refused('late') : toMs;
}

/** A moment as XML writes it, with its zone. */
export function momentOf(text: string): number {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? refused('malformed') : ms;
}

function checkAudience(conditions: XmlElement, entityId: string): void {
  const restrictions = childrenNamed(conditions, 'assertion', 'AudienceRestriction');
  if (
    restrictions.length === 0 ||
    !restrictions.every((each) =>
      childrenNamed(each, 'assertion', 'Audience').some((audience) => textOf(audience) === entityId),
    )
  )
    refused('audience');
}

/** Values that are plain text; others say nothing to us. */
function attributesOf(assertion: XmlElement): Record<string, string[]> {
  const found: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const each of childrenNamed(assertion, 'assertion', 'AttributeStatement').flatMap((statement) =>
    childrenNamed(statement, 'assertion', 'Attribute'),
  )) {
    const name = attribute(each, 'Name');
    const values = childrenNamed(each, 'assertion', 'AttributeValue')
      .filter((value) => children(value).length === 0)
      .map(textOf)
      .filter((text) => text !== '' && !text.includes('\0'));
    if (name) found[name] = [...(found[name] ?? []), ...values];
  }
  return found;
}
