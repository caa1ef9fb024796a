import { createVerify, randomBytes, sign, X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { selfSigned, type SelfSigned } from '#platform/server/self-signed.ts';

/** What somebody is to their company. */
export interface CompanyPerson {
  nameId: string;
  attributes?: Record<string, string | string[]>;
}

/** Everything an answer says; tests change one thing at a time. */
export interface Answer {
  nameId: string;
  attributes: Record<string, string | string[]>;
  inResponseTo: string | null;
  acsUrl: string;
  destination: string | null;
  audience: string;
  issuer: string;
  from: Date;
  to: Date;
  assertionId: string;
  sessionIndex: string;
  status: string;
  signs: 'assertion' | 'response' | 'both' | 'nothing';
  signer: SelfSigned;
  algorithm: 'sha1' | 'sha256' | 'sha512';
  /** Changes the text of the assertion before it is signed. */
  unsignedAssertion: (xml: string) => string;
}

export interface AuthnRequest {
  id: string;
  acsUrl: string;
  entityId: string;
  relayState: string;
}

export interface Logout {
  nameId: string;
  sessionIndex: string | null;
  issuedAt: Date;
  issuer: string;
  destination: string;
  signer: SelfSigned;
  relayState: string | null;
}

const PROTOCOL =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const ENC = 'http://www.w3.org/2001/04/xmlenc#';
const signatureMethods = { sha1: `${DSIG}rsa-sha1`, sha256: `${MORE}rsa-sha256`, sha512: `${MORE}rsa-sha512` };
const digestMethods = { sha1: `${DSIG}sha1`, sha256: `${ENC}sha256`, sha512: `${ENC}sha512` };

export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
const newId = (): string => `_${randomBytes(12).toString('hex')}`;
const bare = (pem: string): string => pem.replace(/-----[A-Z ]+-----|\s/g, '');
const attributeOf = (xml: string, name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(xml)?.[1] ?? '';

/** Signs the first element of that name, as providers do: enveloped, exclusive canonical form, signature behind the issuer. */
export function signElement(
  xml: string,
  element: 'Assertion' | 'Response' | 'LogoutRequest',
  { key, cert }: SelfSigned,
  algorithm: keyof typeof signatureMethods = 'sha256',
): string {
  const at = `/descendant-or-self::*[local-name(.)='${element}']`;
  const signature = new SignedXml({
    privateKey: key,
    publicCert: cert,
    signatureAlgorithm: signatureMethods[algorithm],
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signature.addReference({
    xpath: at,
    digestAlgorithm: digestMethods[algorithm],
    transforms: [`${DSIG}enveloped-signature`, 'http://www.w3.org/2001/10/xml-exc-c14n#'],
  });
  signature.computeSignature(xml, { location: { reference: `${at}/*[local-name(.)='Issuer']`, action: 'after' } });
  return signature.getSignedXml();
}

/** The XML of an answer. */
export function answerXml(answer: Answer): string {
  const {
    nameId,
    attributes,
    inResponseTo,
    acsUrl,
    destination,
    audience,
    issuer,
    from,
    to,
    assertionId,
    sessionIndex,
    status,
    signs,
    signer,
    algorithm,
    unsignedAssertion,
  } = answer;
  const inResponse = inResponseTo === null ? '' : ` InResponseTo="${escapeXml(inResponseTo)}"`;
  const now = new Date().toISOString();
  const attributeElements = Object.entries(attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${escapeXml(name)}">${[values]
        .flat()
        .map((value) => `<saml:AttributeValue>${escapeXml(value)}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  );
  const assertion = unsignedAssertion(
    [
      `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${assertionId}" Version="2.0" IssueInstant="${now}"><saml:Issuer>${escapeXml(issuer)}</saml:Issuer>`,
      `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${escapeXml(nameId)}</saml:NameID>`,
      `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${inResponse} Recipient="${escapeXml(acsUrl)}" NotOnOrAfter="${to.toISOString()}"/></saml:SubjectConfirmation></saml:Subject>`,
      `<saml:Conditions NotBefore="${from.toISOString()}" NotOnOrAfter="${to.toISOString()}"><saml:AudienceRestriction><saml:Audience>${escapeXml(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
      `<saml:AuthnStatement AuthnInstant="${now}" SessionIndex="${sessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
      attributeElements.length > 0
        ? `<saml:AttributeStatement>${attributeElements.join('')}</saml:AttributeStatement>`
        : '',
      '</saml:Assertion>',
    ].join(''),
  );
  const response = `<samlp:Response ${PROTOCOL} ID="${newId()}" Version="2.0" IssueInstant="${now}"${destination === null ? '' : ` Destination="${escapeXml(destination)}"`}${inResponse}><saml:Issuer>${escapeXml(issuer)}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>${assertion}</samlp:Response>`;
  const withAssertion =
    signs === 'assertion' || signs === 'both' ? signElement(response, 'Assertion', signer, algorithm) : response;
  return signs === 'response' || signs === 'both'
    ? signElement(withAssertion, 'Response', signer, algorithm)
    : withAssertion;
}

export type IdentityProvider = Awaited<ReturnType<typeof anIdentityProvider>>;

/**
 * A company's identity provider: real addresses, real signatures, a page where people say who they are. It answers only
 * requests that the service provider it was told about has signed.
 */
export async function anIdentityProvider(people: Record<string, CompanyPerson>) {
  const signer = await selfSigned('idp.aurora.example');
  const trusted = new Map<string, string>();
  const logouts: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url!, origin);
    const page = (html: string): void =>
      void response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<!doctype html><meta charset="utf-8"><title>Aurora identity</title>${html}`);
    try {
      if (url.pathname === '/metadata')
        return void response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(metadata());
      if (url.pathname === '/') return page('<h1>Aurora identity</h1>');
      if (url.pathname === '/slo') return end(url, (to) => void response.writeHead(303, { location: to }).end());
      if (url.pathname !== '/sso') return void response.writeHead(404).end();
      const asked = readRequest(url.href);
      const who = url.searchParams.get('as');
      const person = who ? people[who] : undefined;
      if (!person)
        return page(
          `<h1>Aurora identity</h1>${Object.keys(people)
            .map((name) => `<p><a href="${escapeXml(`${url.href}&as=${name}`)}">Sign in as ${name}</a></p>`)
            .join('')}`,
        );
      page(
        `<form method="post" action="${escapeXml(asked.acsUrl)}"><input type="hidden" name="SAMLResponse" value="${answer(asked, person)}"><input type="hidden" name="RelayState" value="${escapeXml(asked.relayState)}"><button>Go on</button></form><script>document.forms[0].submit()</script>`,
      );
    } catch (problem) {
      response.writeHead(400).end(String(problem));
    }
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const entityId = `${origin}/metadata`;

  const metadata = (certificates: readonly string[] = [signer.cert]): string => `<?xml version="1.0"?>
<!-- As providers write it -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="${DSIG}" entityID="${entityId}">
  <md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${certificates.map((cert) => `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n${bare(cert)}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`).join('\n    ')}
    <md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${origin}/slo"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${origin}/sso-form"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${origin}/sso"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;

  /** The message in an address, once the signature of who sent it is proven. */
  function proven(address: string, name: 'SAMLRequest' | 'SAMLResponse'): string {
    const url = new URL(address);
    const xml = inflateRawSync(Buffer.from(url.searchParams.get(name)!, 'base64')).toString();
    const issuer = />([^<]+)<\/(?:saml:)?Issuer>/.exec(xml)![1]!;
    const part = (key: string): string =>
      url.search
        .slice(1)
        .split('&')
        .find((each) => each.startsWith(`${key}=`)) ?? '';
    const signed = [part(name), part('RelayState'), part('SigAlg')].filter(Boolean).join('&');
    const cert = trusted.get(issuer);
    if (
      !cert ||
      !createVerify('sha256')
        .update(signed)
        .verify(new X509Certificate(cert).publicKey, url.searchParams.get('Signature') ?? '', 'base64')
    )
      throw new Error(`${name} is not signed by a service provider we know`);
    return xml;
  }

  function readRequest(address: string): AuthnRequest {
    const url = new URL(address);
    const xml = proven(address, 'SAMLRequest');
    return {
      id: attributeOf(xml, 'ID'),
      acsUrl: attributeOf(xml, 'AssertionConsumerServiceURL'),
      entityId: />([^<]+)<\/saml:Issuer>/.exec(xml)![1]!,
      relayState: url.searchParams.get('RelayState') ?? '',
    };
  }

  const answerTo = (
    { id, acsUrl, entityId: audience }: Pick<AuthnRequest, 'id' | 'acsUrl' | 'entityId'>,
    { nameId, attributes = {} }: CompanyPerson,
  ): Answer => ({
    nameId,
    attributes,
    inResponseTo: id,
    acsUrl,
    destination: acsUrl,
    audience,
    issuer: entityId,
    from: new Date(Date.now() - 30_000),
    to: new Date(Date.now() + 300_000),
    assertionId: newId(),
    sessionIndex: newId(),
    status: 'Success',
    signs: 'assertion',
    signer,
    algorithm: 'sha256',
    unsignedAssertion: (xml) => xml,
  });

  /** The form field of an answer. */
  const answer = (asked: AuthnRequest, person: CompanyPerson, changed: Partial<Answer> = {}): string =>
    Buffer.from(answerXml({ ...answerTo(asked, person), ...changed })).toString('base64');

  /** A service provider asked us to end a session, or answers us. */
  function end(url: URL, sendOn: (to: string) => void): void {
    if (url.searchParams.has('SAMLResponse')) {
      logouts.push(proven(url.href, 'SAMLResponse'));
      return sendOn(`${origin}/metadata`);
    }
    const request = proven(url.href, 'SAMLRequest');
    logouts.push(request);
    const issuer = />([^<]+)<\/(?:saml:)?Issuer>/.exec(request)![1]!;
    const to = issuer.replace(/\/metadata$/, '/slo');
    const reply = `<samlp:LogoutResponse ${PROTOCOL} ID="${newId()}" Version="2.0" IssueInstant="${new Date().toISOString()}" InResponseTo="${attributeOf(request, 'ID')}" Destination="${to}"><saml:Issuer>${entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status></samlp:LogoutResponse>`;
    sendOn(signedAddress(to, 'SAMLResponse', reply, null, signer));
  }

  const logoutXml = ({ nameId, sessionIndex, issuedAt, issuer, destination }: Logout): string =>
    `<samlp:LogoutRequest ${PROTOCOL} ID="${newId()}" Version="2.0" IssueInstant="${issuedAt.toISOString()}" Destination="${destination}"><saml:Issuer>${issuer}</saml:Issuer><saml:NameID>${escapeXml(nameId)}</saml:NameID>${sessionIndex ? `<samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex>` : ''}</samlp:LogoutRequest>`;
  const logout = (sloUrl: string, nameId: string, changed: Partial<Logout> = {}): Logout => ({
    nameId,
    sessionIndex: null,
    issuedAt: new Date(),
    issuer: entityId,
    destination: sloUrl,
    signer,
    relayState: null,
    ...changed,
  });

  return {
    origin,
    entityId,
    metadata,
    signer,
    answer,
    answerTo,
    readRequest,
    /** What service providers asked of `/slo` or answered there. */
    logouts,
    /** Tells the provider about a service provider by its metadata. */
    trust: (spMetadata: string): void =>
      void trusted.set(
        attributeOf(spMetadata, 'entityID'),
        `-----BEGIN CERTIFICATE-----\n${/<X509Certificate>([^<]+)</.exec(spMetadata)![1]}\n-----END CERTIFICATE-----\n`,
      ),
    /** The address that ends a session at the service provider. */
    logoutAddress: (sloUrl: string, nameId: string, changed: Partial<Logout> = {}): string => {
      const whole = logout(sloUrl, nameId, changed);
      return signedAddress(sloUrl, 'SAMLRequest', logoutXml(whole), whole.relayState, whole.signer);
    },
    /** The same as the field of a form. */
    logoutField: (sloUrl: string, nameId: string, changed: Partial<Logout> = {}): string => {
      const whole = logout(sloUrl, nameId, changed);
      return Buffer.from(signElement(logoutXml(whole), 'LogoutRequest', whole.signer)).toString('base64');
    },
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

function signedAddress(
  to: string,
  name: 'SAMLRequest' | 'SAMLResponse',
  xml: string,
  relayState: string | null,
  { key }: SelfSigned,
): string {
  const query = [
    `${name}=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`,
    ...(relayState === null ? [] : [`RelayState=${encodeURIComponent(relayState)}`]),
    `SigAlg=${encodeURIComponent(signatureMethods.sha256)}`,
  ].join('&');
  return `${to}?${query}&Signature=${encodeURIComponent(sign('sha256', Buffer.from(query), key).toString('base64'))}`;
}
